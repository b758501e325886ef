void f(void), g(void);
#define PICK(c, x, y) __builtin_choose_expr(c, x, y)

int main(void)
{
    PICK(sizeof(int) == 4, f(), g());
    PICK(0, f(), (void)0);
    return 0;
}
