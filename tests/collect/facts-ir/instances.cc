// Records that are template instances: names of their arguments lack what may be an inline namespace, all but the first
// of their own arguments, and arithmetic types.
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

// Classes of one name in others are others; an inline namespace does not tell.
struct left {
    struct part {
        void (*f)();
    };
};
struct right {
    struct part {
        void (*f)();
    };
};
namespace space {
inline namespace v2 {
struct inner {
    void (*f)();
};
}
}
void of_left(space::box<left::part, int> &b) { b.run = one; }
void of_right(space::box<right::part, int> &b) { b.run = one; }
void of_inner(space::box<space::inner, int> &b) { b.run = one; }
