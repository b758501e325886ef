struct S {
    S() {}
    explicit S(int);
    int in_class() { return 1; }
    inline int declared_inline();
    int defined_inline();
    int outside();
    static constexpr int constant(int x) { return x; }
    [[gnu::always_inline]] int forced() { return 2; }
};
S::S(int) {}
int S::declared_inline() { return 1; }
inline int S::defined_inline() { return 1; }
int S::outside() { return 1; }
template <class T> T made(T x) { return x; }
template <class T> inline T made_inline(T x) { return x; }
template <> int made<int>(int x) { return x + 1; }
template <class T> struct Box {
    T get() { return T(); }
    void out();
};
template <class T> void Box<T>::out() {}
constexpr int folded() { return 1; }
int use(S &s)
{
    Box<int> box;
    box.out();
    auto lambda = [] { return 4; };
    return made('c') + made(1) + made_inline(1) + box.get() + lambda() + folded() + S::constant(1) +
           s.forced() + s.declared_inline() + s.defined_inline() + s.in_class();
}
int main() { S s; return use(s); }
struct Implicit { S s; };
struct Written { Written() = default; inline ~Written(); S s; };
inline Written::~Written() {}
int implicit() { Implicit a; Implicit b(a); Written w; return b.s.in_class(); }
