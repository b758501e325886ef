static void theirs(void)
{
}
static int zero(void)
{
    return 0;
}
void (*outside_hook)(void) = theirs;
int (*outside_table[])(void) = {zero};
