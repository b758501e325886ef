static void first(void)
{
}
static void second(void)
{
}
static void next(void)
{
    static void (*step)(void) = first;
    step();
    step = second;
}
static void other(void)
{
    /* Of the same name, in another function. */
    static void (*step)(void) = second;
    step();
}
int main(void)
{
    next();
    next();
    other();
    return 0;
}
