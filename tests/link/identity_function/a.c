/* Contexts are not distinguished: what goes in at one call comes out at all. */
typedef void (*handler)(void);
static void f(void)
{
}
static void g(void)
{
}
static handler identity(handler h)
{
    return h;
}
int main(void)
{
    identity(f)();
    identity(g)();
    return 0;
}
