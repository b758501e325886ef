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
// A pointer to a virtual member says the type of it and its class: of f and g that is the same.
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
