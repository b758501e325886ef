#include <typeinfo>
struct polymorphic {
    virtual ~polymorphic() {}
};
int b(const char *)
{
    polymorphic p;
    return typeid(p) == typeid(int);
}
