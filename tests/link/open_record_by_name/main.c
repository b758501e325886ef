/* Code that was not collected declares the records of variables that it finds by name itself. */
void outside(void);
struct inner {
    int number;
    int (*fourth)(int);
};
struct table {
    int (*first)(int);
    int (*second)(int);
    struct inner inner;
    struct inner *other;
};
static int first(int x)
{
    return x;
}
static int second(int x)
{
    return x + 1;
}
static int third(int x)
{
    return x + 2;
}
static int fourth(int x)
{
    return x + 3;
}
static struct inner of_table = {1, fourth};
struct table table = {first, second, {2, third}, &of_table};

/* A record that no variable shows. */
struct own {
    int number;
    int (*unknown)(int);
};
static int fifth(int x)
{
    return x + 4;
}
static struct own own = {3, fifth};

void *give(void)
{
    return &own;
}

int main(void)
{
    outside();
    return 0;
}
