/* Records passed and returned by value, choices, references, integers that were pointers. */
void one(int);
void two(int);
using handler = void (*)(int);
using word = unsigned long;

struct pair {
    handler a, b;
};
struct big {
    handler all[4];
};
union either {
    handler call;
    double number;
};

pair make() { return {one, two}; }
void take(pair p) { p.b(1); }
big make_big() { return {{one}}; }
void take_big(big b) { b.all[0](1); }
either make_either() { return {.call = two}; }
void take_either(either e) { e.call(1); }

void all()
{
    take(make());
    take_big(make_big());
    take_either(make_either());
}

void choose(bool c, handler f, handler &r)
{
    handler g = c ? f : r;
    g(1);
    r = one;
}

void number(handler f)
{
    word w = reinterpret_cast<word>(f);
    handler g = reinterpret_cast<handler>(w + 1);
    g(1);
    handler fixed = reinterpret_cast<handler>(0x12340000ul);
    fixed(2);
}

struct option {
    int kind;
    union {
        double number;
        handler call;
    } value;
};
const option options[] = {{1, {.number = 1.5}}, {2, {.call = one}}};
void option_of(int i) { options[i].value.call(1); }
void copied()
{
    option local[] = {{1, {.number = 2.5}}, {2, {.call = two}}};
    local[1].value.call(1);
}
