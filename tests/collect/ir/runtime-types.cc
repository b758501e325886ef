#include <typeinfo>

struct Base {
    virtual ~Base();
    virtual int method();
};
struct Derived : virtual Base {
    int method() override;
};
Base &make();
Base *find();

int pointer(Base *base)
{
    if (Derived *derived = dynamic_cast<Derived *>(base)) {
        return derived->method();
    }
    return 0;
}
int reference()
{
    return dynamic_cast<Derived &>(make()).Derived::method();
}
bool polymorphic()
{
    return typeid(make()) == typeid(Derived) || typeid(*find()) == typeid(Base);
}
unsigned long unevaluated()
{
    return sizeof(find()->method()) + noexcept(make());
}
