struct inner {
    int n;
    void (*fn)(void);
};
struct outer {
    struct inner first;
    struct {
        void (*anonymous)(void);
        struct inner deep;
    } part;
    void (*own)(void);
};
static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}
static void k(void)
{
}
int main(void)
{
    struct outer o = {{1, f}, {g, {2, h}}, k};
    o.first.fn();
    o.part.anonymous();
    o.part.deep.fn();
    o.own();
    struct inner *p = &o.part.deep;
    p->fn();
    return 0;
}
