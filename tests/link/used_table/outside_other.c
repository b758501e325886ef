typedef void (*handler)(void);
handler other(void)
{
    return 0;
}
