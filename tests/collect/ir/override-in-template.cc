int f(int);
int f(long);
struct Base {
    virtual int method() = 0;
    virtual ~Base()
    {
    }
};
template <class T> struct Derived : Base {
    int method() override
    {
        return f(T());
    }
};
template <class B> struct Wrapped : B {
    int method() override
    {
        return B::method() + 1;
    }
};

Base *make(bool wrap)
{
    if (wrap) {
        return new Wrapped<Derived<int>>;
    }
    return new Derived<long>;
}
int use(Base &base, Wrapped<Derived<int>> &wrapped)
{
    return base.method() + wrapped.method();
}
