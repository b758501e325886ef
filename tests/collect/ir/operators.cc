struct Thing {
    int operator()(int) const;
    int &operator[](int);
    Thing *operator->();
    Thing operator+(const Thing &) const;
    Thing &operator+=(const Thing &);
    Thing &operator++();
    Thing operator++(int);
    Thing operator,(const Thing &) const;
    Thing *operator&();
    bool operator!() const;
    explicit operator bool() const;
    operator const char *() const;
    int method();
    ~Thing();
};
Thing operator-(const Thing &);
struct Outer {
    Thing operator->() const;
};
int operator""_count(const char *, unsigned long);
long double operator""_metre(long double);
template <char... Digits> int operator""_digits()
{
    return sizeof...(Digits);
}

int use(Thing a, Thing &b, const Outer &outer)
{
    a += b;
    a++;
    ++a;
    const char *text = a;
    if (a || !b) {
        return a(1) + b[2] + b->method() + outer->method() + (text == nullptr);
    }
    -(a + b, b);
    return &a == nullptr;
}
int literals()
{
    return "text"_count + 1.5_metre + 123_digits;
}
