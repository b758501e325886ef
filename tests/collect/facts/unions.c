/* Members of a union that are records lie over each other. */
typedef void (*fn)(void);
struct A {
    int tag;
    fn f;
};
struct B {
    int tag;
    void *p;
    struct A *a;
};
union both {
    struct A a;
    struct B b;
    fn first;
};

void set(union both *u, fn f)
{
    u->a.f = f;
    u->first = f;
}
