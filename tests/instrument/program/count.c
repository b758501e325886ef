static int twice(int x)
{
    return x << 1;
}

static int helper(int x)
{
    return x + 7;
}

int count(int n)
{
    return twice(n) + helper(n);
}
