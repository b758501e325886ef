typedef void (*fn)(void);
static void handle(void)
{
}
fn from_b(void)
{
    return handle;
}
