union action {
    void (*simple)(void);
    int (*full)(int, void *);
    long number;
};
static void simple(void)
{
}
static int full(int x, void *data)
{
    return x;
}
static int run(int kind, union action *a)
{
    if (kind == 0) {
        a->simple();
        return 0;
    }
    return a->full(0, a);
}
int main(void)
{
    /* Members lie on each other, but a call has the type of what it calls. */
    union action a = {simple};
    union action b = {.full = full};
    return run(0, &a) + run(1, &b);
}
