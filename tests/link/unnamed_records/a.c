/* Records without a tag are distinguished by their typedef or their place. */
typedef struct {
    int (*fn)(void);
} first;
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
static struct {
    int (*fn)(void);
} second = {g};
static first a = {f};
static union {
    int (*fn)(void);
    long n;
} third = {h};
int main(void)
{
    return a.fn() + second.fn() + third.fn();
}
