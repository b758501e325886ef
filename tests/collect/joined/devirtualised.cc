// Calls written virtual that the compiler binds: on an object, qualified, of a final method, of a
// final class. None is open; the last one is.
struct Base {
    virtual int run();
    virtual int stop();
};
int Base::run() { return 0; }
int Base::stop() { return 1; }

struct Last final : Base {
    int run() override { return 2; }
};
struct Sealed : Base {
    int run() final { return 3; }
};

int on_object()
{
    Base base;
    return base.run();
}
int qualified(Base &b) { return b.Base::run(); }
int of_final_class(Last &l) { return l.run() + l.stop(); }
int of_final_method(Sealed &s) { return s.run(); }
int both(Base &b)
{
    Base base;
    return base.run() + b.stop();
}
