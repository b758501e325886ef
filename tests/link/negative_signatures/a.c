/* One slot holds functions of several types: each member of the union may be read as another. */
union any {
    int (*unary)(int);
    int (*binary)(int, int);
    double (*real)(double);
};
static int unary(int a)
{
    return a;
}
static int binary(int a, int b)
{
    return a + b;
}
static double real(double x)
{
    return x;
}
static union any table[] = {{unary}, {.binary = binary}, {.real = real}};
int main(void)
{
    return table[0].unary(0) +
           table[1].binary(0, 0) +
           (table[2].real(0) > 0);
}
