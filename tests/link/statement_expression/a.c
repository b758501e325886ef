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
    int (*p)(void) = ({
        int (*inner)(void) = f;
        inner() ? g : inner;
    });
    return p();
}
