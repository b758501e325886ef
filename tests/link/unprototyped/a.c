/* Declared without parameters, defined in the old way. */
int apply();
int twice(x)
    int x;
{
    return 2 * x;
}
int run(fn, x)
    int (*fn)();
    int x;
{
    return fn(x);
}
int main(void)
{
    int thrice();
    int (*p)() = apply;
    return run(twice, 0) + p(thrice, 0);
}
