struct state {
    unsigned kind : 3;
    unsigned flags : 29;
    void (*enter)(void);
    unsigned long wide : 40;
    unsigned : 0;
    void (*leave)(void);
    char tail[3];
};
static void f(void)
{
}
static void g(void)
{
}
int main(void)
{
    struct state s = {1, 2, f, 3, g, "x"};
    s.flags = s.kind;
    s.enter();
    s.leave();
    return 0;
}
