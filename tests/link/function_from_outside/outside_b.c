static void one(int n)
{
    (void)n;
}
static int any(char *text)
{
    return text != 0;
}
void (*outside_one(void))(int)
{
    return one;
}
void *outside_any(void)
{
    return (void *)any;
}
char *outside_text(void)
{
    return 0;
}
