extern void (*hook)(void);
void set_hook(void);
static void first(void)
{
}
int main(void)
{
    hook = first;
    hook();
    set_hook();
    hook();
    return 0;
}
