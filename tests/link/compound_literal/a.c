struct ops {
    int (*run)(void);
};
struct other {
    int (*run)(void);
};
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
static int use(const struct ops *ops)
{
    return ops->run();
}
static int (**table)(void) = (int (*[])(void)){g, g};
int main(void)
{
    int r = use(&(struct ops){f}) + (*table)();
    return r + ((struct other){.run = h}).run() +
           (int (*[1])(void)){h}[0]();
}
