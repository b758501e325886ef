static int fast(void)
{
    return 1;
}
static void *choose(void)
{
    return fast;
}
int f(void) __attribute__((ifunc("choose")));

int main(void)
{
    return f();
}
