int run();
int thrice(int x)
{
    return 3 * x;
}
int apply(int (*fn)(), int x)
{
    return run(fn, x);
}
