/* Expressions that say what is called assign, and call, too. */
static void first(void)
{
}
static void second(void)
{
}
static void (*chosen)(void);
static void (*counted)(void);
static void run(void)
{
    chosen();
    counted();
}
int main(int argc, char **argv)
{
    void (*table[2])(void) = {first, second};
    int i = 0;
    (argc > 1 ? (chosen = first) : (chosen = second))();
    (*table[(counted = first, i++)])();
    run();
    return 0;
}
