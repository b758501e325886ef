int f(int), g(int);

int main(void)
{
    return __builtin_choose_expr(1, f, g)(1) + __builtin_choose_expr(0, f(2), g(3));
}
