void die(void);
#ifdef ALONE
void die(void)
{
}
int main(void)
{
    die();
    return 0;
}
#endif
void work(void)
{
    die();
}
