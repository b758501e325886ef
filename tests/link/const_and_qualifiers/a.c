typedef void (*const volatile fixed)(void);
typedef void action(void);
static void f(void)
{
}
static fixed p = f;
static action *const *const q = (action *const[]){f};
int main(void)
{
    action *const *r = (action **)q;
    p();
    (*q)();
    r[0]();
    return 0;
}
