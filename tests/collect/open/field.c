struct methods {
    int (*open)(const char *, int);
    struct {
        void (*close)(void);
    } inner[2];
};
struct methods *table(void);

int run(struct methods m)
{
    m.open("x", 1);
    table()->open("y", 2);
    table()->inner[1].close();
    return 0;
}
