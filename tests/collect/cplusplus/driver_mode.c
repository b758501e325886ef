int f(int);
static int g(bool b)
{
    return f(b);
}
int h()
{
    return g(true);
}
