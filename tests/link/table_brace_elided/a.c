struct pair {
    void (*in)(void);
    void (*out)(void);
};
struct entry {
    int n;
    struct pair pair;
    void (*end)(void);
};
static void i1(void)
{
}
static void i2(void)
{
}
static void o1(void)
{
}
static void o2(void)
{
}
static void e1(void)
{
}
static struct entry table[2] = {1, i1, o1, e1, 2, {i2, o2}};
int main(void)
{
    table[1].pair.in();
    table[1].pair.out();
    table[0].end();
    return 0;
}
