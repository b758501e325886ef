struct S {
    S() = default;
    int m() { return 1; }
    virtual int v();
};
int S::v()
{ return 2; }
template <class T>
T made(T x)
{
    return x;
}
int use(S &s)
{
    auto lambda = [](int x) {
        return x; };
    return made(1) + made('c') + s.m() + lambda(2);
}
struct Member { S s; }; /* what nobody wrote is nowhere */
template <class T> struct Box {
    T get() { return T(); }
    template <class U> U
    both(U u);
};
template <class T> template <class U> U Box<T>::both(U u) { return u; }
template int Box<int>::get();
int use_more(Box<char> &b) { Member m; Box<long> l; return m.s.m() + b.both(1); }
