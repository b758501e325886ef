// Records that are template instances: names of their arguments lack namespaces, all but the first of
// their own arguments, and arithmetic types.
namespace space {
template <class T, class U = int> struct box {
    T value;
    void (*run)();
};
template <class A, class B> struct pair {
    A first;
    B second;
    void (*run)();
};
}
struct item {};
void one();
void nested(space::box<space::box<item>> &box) { box.run = one; }
void later(space::box<space::box<item, char>, item> &box) { box.run = one; }
void both(space::pair<item, space::box<const item *>> &pair) { pair.run = one; }
