int f(int);
int g(int);
#define PICK(T) _Generic(T, int: f(3), long: g(4))
#define OF(x) _Generic((x), int: f, long: g)(x)
int type(void)
{
    return _Generic(int, int: f(1), long: g(2));
}
int callee(void)
{
    return _Generic(int, int: f, long: g)(2);
}
int in_macro(void)
{
    return PICK(int);
}
int expression(void)
{
    return OF(g(1)) + _Generic(g(1), int: 5, long: f(1));
}
