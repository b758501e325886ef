struct driver {
    int (*probe)(void);
    int (*remove)(void);
    int (*suspend)(void);
};
static int probe(void)
{
    return 0;
}
static int remove_it(void)
{
    return 0;
}
static int suspend(void)
{
    return 0;
}
static struct driver driver = {probe, remove_it, suspend};
int main(void)
{
    return driver.probe() + (driver.suspend == 0);
}
