static int odd(int);

static int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

int main(int n)
{
    return n ? main(n - 1) : even(n);
}
