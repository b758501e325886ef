/* Called by name and through a pointer: both are edges, at their places. */
static int f(int x)
{
    return x;
}
int main(void)
{
    int (*p)(int) = f;
    return f(0) + p(0) + (&f)(0) + (*f)(0);
}
