// What the compiler folds is no call; what it only names otherwise is one.
extern "C" unsigned long strlen(const char *);
extern "C" void *memcpy(void *, const void *, unsigned long);
extern "C" double sqrt(double);
int runs();
int never();
int maybe(int);

unsigned long unevaluated() { return sizeof(runs()) + (noexcept(runs()) ? 1 : 0); }
int calls(char *to, const char *from)
{
    memcpy(to, from, strlen(from));
    if (__builtin_constant_p(from[0])) {
        never();
    }
    __builtin_memcpy(to, from, 3);
    return static_cast<int>(__builtin_expect(runs(), 1));
}
double root(double x) { return __builtin_sqrt(x) + sqrt(x); }
template <int N> int folded()
{
    if constexpr (N > 2) {
        return never();
    } else {
        return maybe(N);
    }
}
int fold() { return folded<1>(); }
constexpr int square(int x) { return x * x; }
int constant()
{
    constexpr int nine = square(3);
    return nine + square(runs());
}
void stop() { __builtin_trap(); }
