/* A qualified call, and calls from constructors: bound statically or within the class. */
struct base {
    base()
    {
        init();
    }
    virtual int init()
    {
        return 1;
    }
};
struct derived : base {
    int init() override
    {
        return base::init() + 1;
    }
};
int main()
{
    derived d;
    base *b = &d;
    return b->base::init() + d.derived::init() + b->init() - 5;
}
