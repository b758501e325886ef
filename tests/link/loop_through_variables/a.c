/* Assignments in circles, through several variables and both ways. */
typedef void (*fn)(void);
static fn a, b, c;
static void f(void)
{
}
static void g(void)
{
}
static void rotate(void)
{
    fn t = a;
    a = b;
    b = c;
    c = t;
}
int main(void)
{
    a = f;
    b = f;
    c = g;
    rotate();
    a();
    b();
    c();
    return 0;
}
