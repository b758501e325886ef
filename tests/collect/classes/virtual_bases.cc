// Tables that are there while an object is constructed are those of its class; which pointers to
// them a constructor is handed is said by the table of tables.
struct A {
    virtual void f() {}
    virtual int g() { return 0; }
};
struct L : virtual A {
    void f() override {}
};
struct R : virtual A {
    int g() override { return 1; }
};
struct D : L, R {
    virtual void d() {}
};

int run()
{
    D d;
    A &a = d;
    a.f();
    return a.g();
}
