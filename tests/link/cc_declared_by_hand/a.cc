// A library function that is declared by hand opens its own call and no other.
extern "C" const char *version();
struct base {
    virtual int f() { return 1; }
    virtual ~base() {}
};
struct derived : base {
    int f() override { return 2; }
};
void never() {}
int call(base *b) { return b->f(); }
int main(int argc, char **)
{
    base b;
    derived d;
    return call(argc > 1 ? &b : &d) == 0 || !version();
}
