/* A pointer and a function of the same names as in a.c, but static: others. */
static void (*hook)(void);
static void handler(void)
{
}
void run_b(void)
{
    hook = handler;
    hook();
}
