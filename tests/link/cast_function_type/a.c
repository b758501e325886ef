/* Kept as one general type, called as what they are; never called as what they are not. */
typedef void (*any)(void);
static int number(int x)
{
    return x;
}
static double real(double x)
{
    return x;
}
static any table[] = {(any)number, (any)real};
static int not_cast(void)
{
    return 0;
}
static int (*plain)(void) = not_cast;
int main(void)
{
    int r = ((int (*)(int))table[0])(0);
    double d = ((double (*)(double))table[1])(0.0);
    return r + (d > 0) + plain();
}
