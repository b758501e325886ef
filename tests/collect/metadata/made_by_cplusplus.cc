// Methods, constructors and lambdas that a macro makes have its use.
#define SINGLETON(type) \
    type() : x(1) {} \
    static type &get() { static type it; return it; }
#define CALL(value) [] { return value; }()
#define TEMPLATE(name) template <class T> T name(T x) { return x; }

struct S {
    SINGLETON(S)
    int x;
    int own() { return x; }
};

TEMPLATE(same)

int main()
{
    return S::get().own() + CALL(3) + [] { return 4; }() + same(1);
}
