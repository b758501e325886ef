/* What code loaded at run time can name. */
__attribute__((visibility("hidden"))) void hidden(void)
{
}
__attribute__((visibility("protected"))) void protected(void)
{
}
void declared(void) __attribute__((visibility("hidden")));
void declared(void)
{
}
void shown(void)
{
}
static void own(void)
{
}
__attribute__((visibility("hidden"))) void (*hidden_pointer)(void) = own;
__attribute__((visibility("hidden"))) extern void (*elsewhere)(void);
void (*shown_pointer)(void);
#pragma GCC visibility push(hidden)
void between(void)
{
    elsewhere();
}
void (*pointer_between)(void);
static void (*own_pointer)(void);
#pragma GCC visibility pop
