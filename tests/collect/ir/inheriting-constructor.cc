struct Member {
    Member();
};
struct Base {
    Base(int);
    Base(int, double);
};
struct Derived : Base {
    using Base::Base;
    Member member;
};
struct Last : Derived {
    using Derived::Derived;
};

void use()
{
    Derived one(1);
    Derived two(1, 2.0);
    Last last(3);
}
