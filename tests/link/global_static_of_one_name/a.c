void run_b(void);
static void (*hook)(void);
static void handler(void)
{
}
int main(void)
{
    hook = handler;
    hook();
    run_b();
    return 0;
}
