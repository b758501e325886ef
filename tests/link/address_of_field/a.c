struct hooks {
    void (*before)(void);
    void (*after)(void);
};
static void f(void)
{
}
static void g(void)
{
}
static void set(void (**where)(void), void (*what)(void))
{
    *where = what;
}
int main(void)
{
    struct hooks h = {0};
    set(&h.before, f);
    h.before();
    h.after = g;
    set(&h.before, g);
    h.after();
    return 0;
}
