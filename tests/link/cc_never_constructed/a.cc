/* A class that nobody makes has no part in a virtual call, though its table is there. */
struct base {
    virtual int f();
};
struct made : base {
    int f() override;
};
struct never : base {
    int f() override;
};
int base::f()
{
    return 0;
}
int made::f()
{
    return 1;
}
int never::f()
{
    return 2;
}
static int use(base &b)
{
    return b.f();
}
int main()
{
    made m;
    return use(m) - 1;
}
