struct base {
    int n = 1;
    virtual int get()
    {
        return n;
    }
};
struct left : virtual base {
    int get() override
    {
        return 2;
    }
};
struct right : virtual base {
    virtual int own()
    {
        return 5;
    }
};
struct both : left, right {
    int own() override
    {
        return get();
    }
};
static int use(base &b, right &r)
{
    return b.get() +
           r.own();
}
int main()
{
    both x;
    right r;
    base b;
    return use(x, x) + use(r, r) + use(b, r) - 16;
}
