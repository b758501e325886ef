// A pointer to a virtual member, converted to one of a base without virtual functions.
struct base {
    void (base::*state)();
    void go() { (this->*state)(); }
};

struct derived : base {
    virtual int other() { return 1; }
    virtual void run() {}
    derived() { state = static_cast<void (base::*)()>(&derived::run); }
};

struct most_derived : derived {
    void run() override {}
};

int main()
{
    most_derived object;
    object.go();
    return 0;
}
