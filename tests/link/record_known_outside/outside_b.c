struct object {
    int kind;
    void (*function)(void);
};
static void hidden(void)
{
}
void fill(struct object *object)
{
    object->function = hidden;
}
