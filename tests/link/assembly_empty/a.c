/* An empty statement changes nothing: it only hides from the compiler what its operands are. */
static void f(void)
{
}
static void g(void)
{
}
static void h(int x)
{
    (void)x;
}
int main(void)
{
    void (*p)(void) = f;
    void (*q)(void) = g;
    void (*r)(int);
    __asm__("" : "+r"(p));
    __asm__("" : "=r"(r) : "0"((void (*)(int))h));
    p();
    q();
    r(1);
    return 0;
}
