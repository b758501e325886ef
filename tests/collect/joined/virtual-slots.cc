// Receivers and slots of virtual calls: first and later slots, a secondary base, a class whose
// virtual table is in another file, a class of an anonymous namespace.
struct Shape {
    virtual int area();
    virtual int edges();
    virtual ~Shape();
};
int Shape::area() { return 0; }
int Shape::edges() { return 1; }
Shape::~Shape() {}

struct Named {
    virtual int name();
};
int Named::name() { return 2; }

struct Square : Shape, Named {
    int area() override;
    int name() override;
};
int Square::area() { return 3; }
int Square::name() { return 4; }

struct Foreign {
    virtual void one();
    virtual void two();
};

namespace {
struct Hidden {
    virtual int get() { return 5; }
    virtual int set() { return 6; }
};
struct Deeper : Hidden {
    int set() override { return 7; }
};
}

int first(Shape &s) { return s.area(); }
int later(Shape &s) { return s.edges(); }
int second_base(Named &n) { return n.name(); }
int own_slot_of_second_base(Square &s) { return s.name(); }
void elsewhere(Foreign &f) { f.two(); }
int hidden(Hidden &h) { return h.set(); }
int make()
{
    Hidden h;
    Deeper d;
    return hidden(h) + hidden(d);
}
void destroy(Shape *s) { delete s; }
void destroy_in_place(Shape &s) { s.~Shape(); }
