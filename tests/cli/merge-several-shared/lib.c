void note(void);
static void of_lib(void)
{
}
void note(void)
{
    of_lib();
}
void work(void)
{
    note();
}
