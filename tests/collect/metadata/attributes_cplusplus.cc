// In brackets, on members, on templates; `= "..."` are default arguments.
[[noreturn]] void ends() { for (;;) {} }
[[gnu::cold, gnu::noinline]] [[nodiscard("see above")]] int several() { return 0; }
[[deprecated]] void old() {}
struct S {
    [[nodiscard]] int in_class() const { return 1; }
    __attribute__((hot)) int outside() const;
    virtual ~S() = default;
    [[gnu::flatten]] virtual void virt() noexcept;
    template <class T> [[gnu::pure]] T member(T x) const { return x; }
};
int S::outside() const { return 1; }
void S::virt() noexcept {}
template <class T> [[gnu::const]] T made(T x) { return x; }
template <> [[gnu::cold]] char made<char>(char x) { return x; }
int text(const char *s = "__attribute__((pure))", char c = '"') { return *s + c; }
int use(S &s) {
    auto lambda = [](int x) __attribute__((noinline)) { return x; };
    return made(1) + s.member(2) + text() + lambda(3);
}
#define PRINTF(n) __attribute__((format(printf, n, 2)))
template <class T> __attribute__((section(".te)xt"), __cold__)) T sectioned(T x) { return x; }
template <class T> PRINTF(1) void formatted(const char *, T) {}
template <class T> [[noreturn]] void gone(T) { for (;;) {} }
template <class T> struct Box {
    [[gnu::cold]] T get() const { return T(); }
    T out();
};
template <class T> [[gnu::flatten]] T Box<T>::out() { return T(); }
int use_templates(Box<int> &b) { formatted("", 2); gone(made('c')); return sectioned(1) + b.get() + b.out(); }
