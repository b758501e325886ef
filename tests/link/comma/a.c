static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
int main(void)
{
    int (*p)(void) = f;
    int (*q)(void) = ((void)p, g);
    int (*r)(void);
    return (p = f, q)() + (r = p)();
}
