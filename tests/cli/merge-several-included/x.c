void report(void);
static void (*hook)(void);
void set(void (*h)(void))
{
    hook = h;
}
void work(void)
{
    hook();
}
void other(void)
{
    report();
}
#ifndef TEST
static void own(void)
{
}
void report(void)
{
}
int main(void)
{
    set(own);
    work();
    other();
    return 0;
}
#endif
