namespace N { struct Type {}; using Alias = Type; }
template <class T> struct Vec { T at; };
using Ints = Vec<int>;
N::Alias take(const Ints &v, N::Alias &&t = N::Alias()) { (void)v; return t; }
struct S {
    S(int) noexcept {}
    ~S() {}
    int m() const volatile & { return 0; }
    static int s(...) { return 1; }
    operator bool() const { return true; }
};
template <class T> auto made(T x) -> decltype(x + 1) { return x + 1; }
int use(S &s) { return made(1) + S::s(2) + s.m(); }
