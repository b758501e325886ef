/* The record is defined here and in a file that was not collected. */
struct object {
    int kind;
    void (*function)(void);
};
void fill(struct object *object);
int main(void)
{
    struct object object = {0, 0};
    fill(&object);
    object.function();
    return 0;
}
