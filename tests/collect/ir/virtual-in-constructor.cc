int f();
struct Base {
    Base()
    {
        method();
        indirect();
    }
    virtual ~Base()
    {
        method();
    }
    virtual int method();
    virtual int pure() = 0;
    void indirect()
    {
        method();
    }
};
int Base::pure()
{
    return f();
}
struct Derived : Base {
    Derived()
    {
        method();
    }
    int method() override;
    int pure() override
    {
        return Base::pure();
    }
};
int Derived::method()
{
    return f();
}

void use()
{
    Derived derived;
}
