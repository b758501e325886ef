/* An empty statement, or one of comments, changes nothing: it only hides from the compiler what its
 * operands are. */
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
    void (*s)(void);
    void (*t)(void) = f;
    __asm__("# none of these; call other\n" : "=r"(s) : "0"(g));
    __asm__("/* nor\n this */\n\t# call other" : "+r"(t));
    p();
    q();
    r(1);
    s();
    t();
    return 0;
}
