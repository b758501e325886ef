struct Base {
    virtual int f();
    virtual int g() = 0;
};
struct Derived : Base {
    int f() override { return 1; }
    int g() final { return Base::f(); }
};
struct Last final : Derived {
    int f() override { return 2; }
};

int call(Base *b, Derived *d, Last *l)
{
    return b->f() + d->f() + d->g() + l->f() + d->Base::f();
}
