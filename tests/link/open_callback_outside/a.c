/* What code that was not collected is handed it can call. */
void outside_register(void (*fn)(void *), void *data);
void outside_run(void);
static void inner(void)
{
}
static void handler(void *data)
{
    ((void (*)(void))data)();
}
static void not_handed(void)
{
}
static void (*own)(void) = not_handed;
int main(void)
{
    outside_register(handler, (void *)inner);
    outside_run();
    own();
    return 0;
}
