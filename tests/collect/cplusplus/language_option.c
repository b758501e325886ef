int f(int);
struct A {
    A();
    int m() { return f(1); }
};
int use(A a)
{
    return a.m();
}
