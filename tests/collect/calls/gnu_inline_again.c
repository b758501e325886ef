static int inlined(int x)
{
    return x;
}
static int called(int x)
{
    return -x;
}
extern inline __attribute__((gnu_inline)) int twice(int x)
{
    return inlined(x);
}
int twice(int x)
{
    return called(x);
}
