namespace ns {
class A {
public:
    A(int x);
    ~A();
    int f(int x) const;
    int f(double x) const;
    operator int() const;
    virtual void v();
    int m;
};
A::A(int x) : m(x) {}
A::~A() {}
int A::f(int x) const { return m + x; }
int A::f(double x) const { return m + (int)x; }
A::operator int() const { return m; }
void A::v() {}
namespace {
int anon(int x) { return x * 2; }
static int inner(int x) { return x * 3; }
}
template <class T> T twice(T x) { return x + x; }
int both() { return twice(1) + (int)twice(2.0); }
int use(A &a)
{
    auto l = [&](int x) { return anon(x) + inner(x) + int(a); };
    return l(a.f(2)) + a.f(2.5);
}
}
extern "C" int plain(int n) { return n; }
static int twice_of(const char *s, unsigned long n) { return s[n]; }
int call(const char *s) { return twice_of(s, 1); }
