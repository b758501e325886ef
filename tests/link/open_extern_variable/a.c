/* A variable that code defines which was not collected. */
extern void (*outside_hook)(void);
extern int (*outside_table[])(void);
static void own(void)
{
}
static int number(void)
{
    return 0;
}
int main(void)
{
    outside_hook();
    outside_hook = own;
    outside_hook();
    int (*p)(void) = number;
    return outside_table[0]() +
           p();
}
