int f();
int g();
static int fast(int n)
{
    return n + f();
}
static int slow(int n)
{
    return n + g();
}
extern "C" {
int (*resolve())(int)
{
    return f() ? fast : slow;
}
int chosen(int n) __attribute__((ifunc("resolve")));
}

int use()
{
    return chosen(1);
}
