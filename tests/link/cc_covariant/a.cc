struct base {
    int pad = 0;
    virtual base *self()
    {
        return this;
    }
    virtual int id()
    {
        return 1;
    }
};
struct other {
    virtual int x()
    {
        return 0;
    }
};
struct derived : other, base {
    derived *self() override
    {
        return this;
    }
    int id() override
    {
        return 2;
    }
};
int main()
{
    derived d;
    base *b = &d;
    return b->self()->id() - 2;
}
