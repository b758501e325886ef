struct local {
    int (*fn)(void);
    int n;
};
static int g(void)
{
    return 0;
}
int run_b(void)
{
    struct local l = {g, 1};
    return l.fn();
}
