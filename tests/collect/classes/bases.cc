// Several bases: each is served by a part of the table, whose functions may be thunks.
struct A {
    virtual void f() {}
    virtual int g() = 0;
    virtual ~A() {}
};
struct B {
    virtual void h() {}
    int x;
};
struct C : A, B {
    int g() override { return 1; }
    void h() override {}
    virtual void own() {}
};

int call(A &a, B &b, C &c)
{
    a.f();
    b.h();
    c.own();
    return c.g();
}

int run()
{
    C c;
    return call(c, c, c);
}
