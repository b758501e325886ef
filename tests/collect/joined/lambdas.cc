// Names of lambdas are the compiler's: several on a line, at the top of a file, in constructors and
// destructors, in templates, converted to pointers.
int work(int);
int other(int);

int line() { return [](int x) { return work(x); }(1) + [](int x) { return other(x); }(2); }
auto top = [](int x) { return work(x); };
auto generic = [](auto x) { return other(x); };
static int initial = [] { return other(3); }();

struct Owner {
    Owner() : value([] { return work(4); }()) {}
    ~Owner() { [this] { other(value); }(); }
    int value;
    int defaulted = [] { return work(5); }();
};
int use_owner() { return Owner().value + top(6) + generic(7) + initial; }

template <typename F> int apply(F f) { return f(8); }
int instance() { return apply([](int x) { return work(x); }); }
template <typename T> int in_template(T t)
{
    auto inner = [&] { return work(t); };
    return inner();
}
int both() { return in_template(1) + in_template(2L); }

typedef int (*Pointer)(int);
Pointer converted() { return [](int x) { return other(x); }; }
int nested() { return [] { return [] { return work(9); }(); }(); }
inline int unused() { return [](int x) { return work(x); }(10); }
