struct Base {
    int a;
    ~Base() = default;
};
struct Derived : virtual Base {
    ~Derived() = default;
};
struct Holder : virtual Derived {
    Derived d;
    ~Holder() = default;
};
struct Busy {
    ~Busy();
};
struct Over : virtual Busy {
    ~Over() = default;
};
struct Overridden : virtual Base {
    virtual ~Overridden() = default;
};

void destroyed()
{
    Derived derived;
    Holder holder;
    Over over;
    Overridden overridden;
}
