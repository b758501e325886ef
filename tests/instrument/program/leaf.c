static int twice(int x)
{
    return x + x;
}

int leaf(int a)
{
    return twice(a) - 1;
}
