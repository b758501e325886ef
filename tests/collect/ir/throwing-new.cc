struct Thing {
    Thing(int);
    Thing() noexcept;
    ~Thing();
};
int f();

Thing *may_throw()
{
    return new Thing(f());
}
Thing *cannot_throw()
{
    return new Thing;
}
Thing *array()
{
    return new Thing[3]{1, 2, f()};
}
