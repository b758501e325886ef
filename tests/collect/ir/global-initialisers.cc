struct Thing {
    Thing(int);
    ~Thing();
};
struct Trivial {
    Trivial(int);
};
int f();
int g();
Thing exported(f());
static Thing hidden(1);
Trivial trivial(2);
Thing several[] = {1, 2};
inline Thing shared(3);
const int constant = f();
Thing &reference = *new Thing(4);
struct Class {
    static Thing member;
};
Thing Class::member(g());
template <class T> struct Counted {
    static T count;
};
template <class T> T Counted<T>::count = g();

int use()
{
    return Counted<int>::count;
}
