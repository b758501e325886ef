/* An alias is a function of its own that calls the other. */
static int real(int x)
{
    return x;
}
int other_name(int x) __attribute__((alias("real")));
int main(void)
{
    int (*p)(int) = other_name;
    return p(0);
}
