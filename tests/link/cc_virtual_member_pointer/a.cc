struct base {
    virtual int f()
    {
        return 1;
    }
    virtual int g()
    {
        return 1;
    }
};
struct derived : base {
    int f() override
    {
        return 2;
    }
};
static int apply(base &b, int (base::*m)())
{
    return (b.*m)();
}
int main()
{
    derived d;
    base b;
    return apply(d, &base::f) + apply(b, &base::f) - 3;
}
