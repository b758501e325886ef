// Implicit, direct, virtual and callback calls of the same few functions.
void note(int);
struct Guard {
    Guard() { note(1); }
    Guard(const Guard &) { note(2); }
    ~Guard() { note(3); }
    virtual void act() { note(4); }
};
struct Holder {
    Guard guard;
};
Guard make();

void implicit(const Holder &h) { Holder copy = h; }
void written() { Guard guard; }
void both(Guard *g)
{
    Guard local;
    g->~Guard();
    g->act();
}
void passes(Guard);
void by_value(const Guard &g) { passes(g); }
void temporary() { make(); }
struct Number {
    explicit operator bool() const { return true; }
    operator int() const { return 1; }
};
int converted(Number n) { return n ? n + 1 : 0; }
