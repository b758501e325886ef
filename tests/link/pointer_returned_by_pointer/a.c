typedef int (*action)(void);
typedef action (*chooser)(int);
static int yes(void)
{
    return 1;
}
static int no(void)
{
    return 0;
}
static action by_sign(int x)
{
    return x > 0 ? yes : no;
}
static action never(int x)
{
    return no;
}
static chooser find(int strict)
{
    return strict ? never : by_sign;
}
int main(void)
{
    /* Two calls that begin at one place, and two that do not. */
    chooser c = find(1);
    action a = c(0);
    return find(0)(0)() + a();
}
