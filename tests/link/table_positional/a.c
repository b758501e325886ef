struct command {
    const char *name;
    int (*run)(int);
    void (*help)(void);
};
static int get(int x)
{
    return 0;
}
static int set(int x)
{
    return 0;
}
static void help_get(void)
{
}
static void help_none(void)
{
}
static const struct command commands[] = {
    {"get", get, help_get},
    {"set", set, help_none},
    {0},
};
int main(void)
{
    int r = 0;
    for (const struct command *c = commands; c->name; c++) {
        c->help();
        r += c->run(1);
    }
    return r;
}
