typedef void (*fn)(void);
static void f(void)
{
}
static void g(void)
{
}
static fn table[] = {f, g, 0};
int main(void)
{
    for (fn *p = table; *p; p++) {
        (*p)();
    }
    fn *end = table + 1;
    end[-1]();
    1 [table]();
    return 0;
}
