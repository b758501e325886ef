typedef int (*fn)(void);
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static int h(void)
{
    return 0;
}
static fn first = f;
static fn second = g;
static fn *which = &first;
int main(void)
{
    fn **pp = &which;
    int r = (**pp)();
    *pp = &second;
    **pp = h;
    r += (*which)();
    r += first();
    return r + second();
}
