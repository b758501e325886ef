static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}
static void call(void (*fn)(void))
{
    fn();
}
static void keep(void (*fn)(void))
{
    fn();
}
int main(void)
{
    call(f);
    call(g);
    keep(h);
    return 0;
}
