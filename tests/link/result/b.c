typedef void (*handler)(void);
static void red(void)
{
}
static void green(void)
{
}
static void blue(void)
{
}
handler choose(int which)
{
    if (which) {
        return red;
    }
    return &green;
}
handler choose_other(void)
{
    return blue;
}
