// What instances of templates override, when the base's table is elsewhere and the name of the method
// has what names of types have.
namespace ns {
struct Key {};
}
struct Base {
    virtual void key();
    virtual bool operator>(const ns::Key &) { return false; }
    virtual operator ns::Key() { return ns::Key(); }
    virtual Base *operator->() { return this; }
    virtual int operator()(ns::Key) { return 0; }
};
template <class T> struct Instance : Base {
    bool operator>(const ns::Key &) override { return true; }
    operator ns::Key() override { return ns::Key(); }
    Base *operator->() override { return nullptr; }
    int operator()(ns::Key) override { return 1; }
};
void use()
{
    Instance<int> instance;
    Instance<int[3]> of_arrays;
}
