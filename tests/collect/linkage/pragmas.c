static int impl(void)
{
    return 1;
}
#pragma weak wk = impl
#pragma redefine_extname old renamed
int wk(void);
int old(void);
int use(void)
{
    return old() + wk();
}
