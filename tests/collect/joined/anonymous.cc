// Classes without linkage: what they override, and receivers, are known from their own tables.
int work(int);
namespace {
struct First {
    virtual int get() { return work(1); }
    virtual int set() { return work(2); }
    virtual ~First() {}
};
struct Second {
    virtual int get_too() { return work(3); }
};
struct Middle : First, Second {
    int set() override { return work(4); }
};
struct Last : Middle {
    int set() override { return work(5); }
    int get_too() override { return work(6); }
};
template <typename T> struct Wrapped : Second {
    T value;
    int get_too() override { return value.set(); }
};
}
int first(First &f) { return f.set(); }
int second(Second &s) { return s.get_too(); }
int last(Last &l) { return l.get_too(); }
int all()
{
    First f;
    Middle m;
    Last l;
    Wrapped<Last> w;
    return first(f) + first(m) + first(l) + second(m) + second(l) + second(w) + last(l);
}
