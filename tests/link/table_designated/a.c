enum { GET, SET, DEL, COUNT };
struct command {
    const char *name;
    int arity;
    int (*run)(int);
};
static int get(int x)
{
    return 0;
}
static int set(int x)
{
    return 0;
}
static int del(int x)
{
    return 0;
}
static struct command commands[COUNT] = {
    [SET] = {.run = set, .name = "set"},
    [GET] = {.arity = 1, .run = get},
    [DEL].run = del,
};
int main(void)
{
    int r = 0;
    for (int i = 0; i < COUNT; i++) {
        r += commands[i].run(i);
    }
    return r;
}
