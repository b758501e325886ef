/* A call that cannot run: nothing ever gets into its pointer. */
static void (*hook)(void);
static void f(void)
{
}
static void (*other)(void) = f;
int main(void)
{
    if (hook) {
        hook();
    }
    other();
    return 0;
}
