static int f(int x)
{
    return x;
}
static int g(int x)
{
    return x;
}
static void *keep = (void *)f;
static void *other;
int main(void)
{
    int (*p)(int) = (int (*)(int))keep;
    other = g;
    return p(0) + ((int (*)(int))other)(0);
}
