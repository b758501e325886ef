// A pure virtual method whose body was not collected is called by its qualified name.
struct base {
    virtual void f() = 0;
};
struct derived : base {
    void f() override { base::f(); }
};
void maybe() {}
int main()
{
    derived d;
    d.f();
}
