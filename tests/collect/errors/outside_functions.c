int f(void);
int (*table[])(void) = {f, missing};
int g(void)
{
    return f();
}
int h(void)
{
    return 1;
}
