/* Two names of one variable. */
void (*hook)(void);
extern void (*same_hook)(void) __attribute__((alias("hook")));
static void f(void)
{
}
int main(void)
{
    hook = f;
    same_hook();
    return 0;
}
