/* Records of the same tag in two files that are not the same: by name they are one. */
struct local {
    int (*fn)(void);
};
int run_b(void);
static int f(void)
{
    return 0;
}
int main(void)
{
    struct local l = {f};
    return l.fn() + run_b();
}
