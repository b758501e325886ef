/* Hidden unless it says otherwise. */
void hidden(void)
{
}
__attribute__((visibility("default"))) void shown(void)
{
}
static void own(void)
{
}
void (*hidden_pointer)(void) = own;
__attribute__((visibility("default"))) void (*shown_pointer)(void) = shown;
extern void (*elsewhere)(void);
void (**address(void))(void)
{
    return &elsewhere;
}
