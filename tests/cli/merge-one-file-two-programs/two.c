void work(void);
static void end(void)
{
}
void die(void)
{
    end();
}
int main(void)
{
    work();
    die();
    return 0;
}
