static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}
int main(void)
{
    void (*steps[4])(void) = {f, g};
    void (*more[])(void) = {h};
    steps[2] = steps[0];
    for (int i = 0; i < 3; i++) {
        steps[i]();
    }
    (*more)();
    more[0]();
    return 0;
}
