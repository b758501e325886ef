int f();
struct Base {
    virtual int method();
    int plain()
    {
        return method();
    }
};
struct Derived : Base {
    int method() override
    {
        return f();
    }
};

int pointer(Base *base)
{
    return base->method();
}
int reference(Derived &derived)
{
    return derived.method() + derived.plain();
}
Base *make()
{
    return new Derived;
}
