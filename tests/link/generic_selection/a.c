static int of_int(int x)
{
    return x;
}
static int of_long(long x)
{
    return 0;
}
static int (*pick_int)(int) = _Generic(1, int: of_int, long: of_long);
int main(void)
{
    int (*p)(long) = _Generic(1L, int: of_int, long: of_long);
    return pick_int(0) + p(0);
}
