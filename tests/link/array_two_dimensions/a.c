static int a(void)
{
    return 0;
}
static int b(void)
{
    return 0;
}
static int c(void)
{
    return 0;
}
static int (*matrix[2][2])(void) = {{a, b}, {c}};
int main(int argc, char **argv)
{
    int (**row)(void) = matrix[argc];
    return matrix[0][argc]() + row[0]();
}
