/* Functions of one type in two tables: each call has those of its table. */
static int a(void)
{
    return 0;
}
static int b(void)
{
    return 0;
}
static int c(void)
{
    return 0;
}
static int d(void)
{
    return 0;
}
static int (*const first[])(void) = {a, b};
static int (*const second[])(void) = {c, d};
struct left {
    int (*fn)(void);
};
struct right {
    int (*fn)(void);
};
static const struct left left = {a};
static const struct right right = {c};
int main(int argc, char **argv)
{
    int r = first[argc & 1]();
    r += second[argc & 1]();
    r += left.fn();
    return r + right.fn();
}
