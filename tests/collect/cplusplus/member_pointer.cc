struct A {
    int f();
};

int call(A *a, int (A::*p)())
{
    int (A::*q)() = &A::f;
    return (a->*p)() + (a->*q)();
}
