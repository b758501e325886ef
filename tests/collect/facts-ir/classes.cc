/* Virtual calls, `this`, constructors, pointers to members. */
using handler = void (*)(int);
void one(int);

struct base {
    handler call;
    explicit base(handler f) : call(f) {}
    virtual ~base();
    virtual handler get(handler f);
    void plain(int);
    int number;
    handler other;
};
struct derived : base {
    derived() : base(one) {}
    handler get(handler f) override;
};

handler derived::get(handler f) { return f ? f : call; }

void virtual_call(base *b) { b->get(one)(1); }
void create()
{
    base *b = new derived;
    virtual_call(b);
    delete b;
}

using method = void (base::*)(int);
static const method methods[] = {&base::plain};
void by_table(base *b, int i) { (b->*methods[i])(i); }
void by_method(base *b, method m) { (b->*m)(1); }
void pass() { by_method(nullptr, &base::plain); }

using field = handler base::*;
void by_field(base *b, field f)
{
    (b->*f)(1);
    b->*f = one;
}
