extern int named(int x);
struct command {
    const char *name;
    int (*run)(int);
};
struct command commands[] = {{"named", named}};
