/* Public and private records of one layout, handed over as the other. */
struct public {
    void *user;
    void (*notify)(void);
};
struct private {
    void *user;
    void (*notify)(void);
    int secret;
};
static void f(void)
{
}
static void g(void)
{
}
static void use(struct private *p)
{
    p->notify();
}
int main(void)
{
    struct public a = {0, f};
    struct private b = {0, g, 1};
    if (a.user) {
        use((struct private *)&a);
    }
    use(&b);
    a.notify();
    return 0;
}
