typedef void (*fn)(void);
fn from_b(void);
static void handle(void)
{
}
int main(void)
{
    fn own = handle;
    fn theirs = from_b();
    own();
    theirs();
    return 0;
}
