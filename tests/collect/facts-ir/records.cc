/* Fields are distinguished by record and offset, not by object. */
void one(int);
void two(int);
void three(int);
using handler = void (*)(int);

struct inner {
    int number;
    handler call;
};
struct outer {
    handler first;
    inner in;
    handler many[4];
    struct {
        int number;
        handler nested;
    } anonymous;
};
struct derived : outer {
    handler last;
};
namespace space {
template <class T> struct box {
    T value;
};
}

outer global = {one, {1, two}, {three}, {2, one}};
extern outer elsewhere;

void fill(derived *d)
{
    d->first = one;
    d->in.call = two;
    d->many[2] = three;
    d->anonymous.nested = two;
    d->last = three;
}

void call(outer *o, derived &d, space::box<handler> box)
{
    o->first(1);
    o->in.call(2);
    o->many[3](3);
    o->anonymous.nested(4);
    d.last(5);
    box.value(6);
    elsewhere.first(7);
}

void first_member(outer *o)
{
    handler *first = &o->first;
    (*first)(1);
    inner *in = &o->in;
    in->call(2);
}

void boxed()
{
    outer local{};
    call(&local, *new derived, {two});
}
