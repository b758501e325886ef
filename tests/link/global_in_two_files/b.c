void (*hook)(void);
static void second(void)
{
}
void set_hook(void)
{
    hook = second;
}
