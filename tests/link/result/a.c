typedef void (*handler)(void);
handler choose(int which);
handler choose_other(void);
int main(void)
{
    choose(0)();
    choose(1)();
    handler h = choose_other();
    h();
    return 0;
}
