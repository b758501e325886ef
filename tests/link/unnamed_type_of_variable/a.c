/* The type of a variable has no name, and is written in each file. */
extern struct {
    int kind;
    void (*function)(void);
} shared;
int main(void)
{
    shared.function();
    return 0;
}
