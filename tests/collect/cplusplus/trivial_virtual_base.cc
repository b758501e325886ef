struct Base {
    int a;
};
struct Derived : virtual Base {
    Derived() = default;
    Derived(const Derived &) = default;
};
struct Holder {
    Derived d;
};

int made()
{
    Derived one, two(one);
    Holder h;
    return two.a + h.d.a;
}
