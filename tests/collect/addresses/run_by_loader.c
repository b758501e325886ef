static int f(void)
{
    return 1;
}
__attribute__((constructor)) static void before(void)
{
    f();
}
static void after(void) __attribute__((destructor(200)));
static void after(void)
{
    f();
}
