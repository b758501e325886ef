// Types of pointers to members are served by every function of the type.
struct A {
    virtual void f() {}
    virtual int g(int x) { return x; }
    virtual void h() {}
};
struct B : A {
    void h() override {}
};

void call(A &a, void (A::*member)())
{
    (a.*member)();
}

void run()
{
    B b;
    call(b, &A::h);
}
