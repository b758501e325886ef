struct Base {
    virtual ~Base();
    virtual int f(int) const;
    int plain();
};
struct Other {
    virtual int f(int) const = 0;
};
struct Both : Base, Other {
    ~Both() override;
    int f(int) const override;
    int plain();
};
template <class T> struct Wrapped : T {
    int f(int x) const override { return T::f(x) + 1; }
};

int use(const Wrapped<Base> &w)
{
    return w.f(1);
}
