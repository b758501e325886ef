union slot {
    void (*read)(void);
    void (*write)(void);
};
static void f(void)
{
}
static void g(void)
{
}
int main(void)
{
    union slot s;
    s.read = f;
    s.write();
    s.write = g;
    s.read();
    return 0;
}
