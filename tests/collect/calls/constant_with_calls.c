int f(int);
int g(int);
struct s {
    int a[4];
};
int conditional(void)
{
    return 0 ?: (f(1), 7);
}
int chosen(void)
{
    return __builtin_choose_expr(1, (g(1), 7), f(2));
}
unsigned long offset(void)
{
    return __builtin_offsetof(struct s, a[(f(1), 2)]);
}
int compared(void)
{
    return __builtin_types_compatible_p(int, __typeof__(f(1)));
}
