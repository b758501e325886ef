typedef int (*step)(int, void *);
static int down(int n, void *next)
{
    return n ? ((step)next)(n - 1, next) : 0;
}
static int (*self)(int);
static int again(int n)
{
    return n ? self(n - 1) : 0;
}
int main(void)
{
    self = again;
    return down(3, (void *)down) + self(2);
}
