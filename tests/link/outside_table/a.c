/* A table in a file that was not collected names functions of this one. */
struct command {
    const char *name;
    int (*run)(int);
};
extern struct command commands[];
int leaf(int x)
{
    return x;
}
int named(int x)
{
    return leaf(x);
}
static int internal(int x)
{
    return x;
}
int main(int argc, char **argv)
{
    (void)argv;
    return commands[argc - 1].run(internal(0));
}
