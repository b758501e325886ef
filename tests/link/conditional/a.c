static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static int h(void)
{
    return 0;
}
int main(int argc, char **argv)
{
    int (*p)(void) = argc > 5 ? f : argc > 3 ? &g : *h;
    int (*q)(void) = p ?: g;
    int (*r)(void) = argc > 5 ? p : 0;
    return p() + q() + (r ? r() : 0);
}
