static int f(void)
{
    return 0;
}
static int fallback(void)
{
    return 0;
}
static int (*hook)(void);
int main(void)
{
    int r = (hook ?: fallback)();
    hook = f;
    return r + (hook ?: fallback)();
}
