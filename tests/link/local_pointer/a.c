static int add(int a, int b)
{
    return a + b;
}
static int sub(int a, int b)
{
    return a - b;
}
static int mul(int a, int b)
{
    return a * b;
}
int main(int argc, char **argv)
{
    int (*op)(int, int) = argc > 1 ? add : sub;
    int (*unrelated)(int, int) = mul;
    return op(1, 1) + (*unrelated)(0, 1);
}
