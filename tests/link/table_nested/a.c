struct method {
    const char *name;
    void (*call)(void);
};
struct class {
    const char *name;
    struct method methods[2];
    const struct class *base;
    const struct method *more;
};
static void a(void)
{
}
static void b(void)
{
}
static void c(void)
{
}
static const struct method more[] = {{"c", c}, {0}};
static const struct class base = {"base", {{"a", a}}, 0, more};
static const struct class derived = {"derived", {{"a", b}, {0, 0}}, &base, 0};
int main(void)
{
    for (const struct class *k = &derived; k; k = k->base) {
        k->methods[0].call();
        if (k->more) {
            k->more->call();
        }
    }
    return 0;
}
