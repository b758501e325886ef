static int apply(int (*f)(int), int x)
{
    return f(x);
}
static int plain(int x)
{
    return x;
}
int main()
{
    return apply([](int x) { return x - 1; }, 1) + apply(plain, 0);
}
