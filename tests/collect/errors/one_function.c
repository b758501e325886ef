int f(int);

int good(void)
{
    return f(1);
}

int bad(void)
{
    f(2);
    unknown_type x = f(3);
    return f(4);
}

int later(void)
{
    return bad();
}
