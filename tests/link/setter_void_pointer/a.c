/* One setter for all sorts of pointers. */
struct symbols {
    int (*open)(void);
    int (*close)(void);
};
static int open_it(void)
{
    return 0;
}
static int close_it(void)
{
    return 0;
}
static void set(void **where, void *what)
{
    *where = what;
}
int main(void)
{
    struct symbols s;
    set((void **)&s.open, (void *)open_it);
    set((void **)&s.close, (void *)close_it);
    return s.open() + s.close();
}
