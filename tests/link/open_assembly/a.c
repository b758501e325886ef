static void f(void)
{
}
static void g(void)
{
}
int main(void)
{
    void (*p)(void) = f;
    void (*q)(void) = g;
    __asm__("" : "+r"(p));
    p();
    q();
    return 0;
}
