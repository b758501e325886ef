// Other names of functions: variants of constructors and destructors, thunks, an inherited
// constructor, a class named like a variant.
struct Base {
    Base(int);
    virtual ~Base();
    virtual void run();
    int x;
};
struct Other {
    virtual ~Other();
    virtual void go();
    long y;
};
struct Derived : Other, Base {
    using Base::Base;
    ~Derived();
    void run() override;
};
Derived::~Derived() {}
void Derived::run() {}

struct C2 {
    C2();
    ~C2();
};
C2::C2() {}
C2::~C2() {}
struct D0 : virtual C2 {
    D0();
};
D0::D0() {}

int main()
{
    Derived d(1);
    D0 e;
    d.run();
}
