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
