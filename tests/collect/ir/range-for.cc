struct Thing {
    Thing(const Thing &);
    ~Thing();
};
struct Iterator {
    Thing &operator*() const;
    Iterator &operator++();
    bool operator!=(const Iterator &) const;
    ~Iterator();
};
struct Members {
    ~Members();
    Iterator begin();
    Iterator end();
};
namespace free_functions
{
struct Range {
};
Thing *begin(Range &);
Thing *end(Range &);
} // namespace free_functions
Members make();
void visit(const Thing &);

void array(Thing (&things)[3])
{
    for (const Thing &thing : things) {
        visit(thing);
    }
}
void members()
{
    for (Thing thing : make()) {
        visit(thing);
    }
}
void functions(free_functions::Range &range)
{
    for (Thing &thing : range) {
        visit(thing);
    }
}
void with_init()
{
    for (Members kept = make(); Thing & thing : kept) {
        visit(thing);
    }
}
