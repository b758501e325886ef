void work(void);
static void of_main(void)
{
}
void note(void)
{
    of_main();
}
int main(void)
{
    work();
    return 0;
}
