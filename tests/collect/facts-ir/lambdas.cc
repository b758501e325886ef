/* Closures are records of their own; one that captures nothing is a function. */
using handler = void (*)(int);
void one(int);

template <class F> void apply(F f) { f(1); }

void capture(handler f)
{
    auto by_value = [f](int n) { f(n); };
    auto by_reference = [&f](int n) { f(n); };
    apply(by_value);
    apply(by_reference);
}

void plain()
{
    handler f = [](int) {};
    f(1);
}

handler global = [](int n) { one(n); };
