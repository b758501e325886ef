// Memory is used as classes that have nothing to do with each other: by casts, and as members of a union.
#include <cstddef>
#include <cstring>

struct key {
    long kind;
    void (*pressed)();
};
struct mouse {
    long kind;
    void (*moved)();
};
union event {
    key as_key;
    mouse as_mouse;
};
struct one {
    long kind;
    void (*first)();
};
struct other {
    long kind;
    void (*second)();
};
struct alone {
    long kind;
    void (*third)();
};

static void in_union() {}
static void by_pointer() {}
static void by_reference() {}
static void by_place() {}
static void by_bytes() {}
static void never() {}

static one *make(void (*function)())
{
    one *made = new one;
    made->first = function;
    return made;
}
static void use_bytes(void *memory, size_t at, void (*function)())
{
    memcpy(static_cast<char *>(memory) + at, &function, sizeof function);
}
int main()
{
    event *e = new event;
    e->as_key = key{1, in_union};
    e->as_mouse.moved();

    using to = other *;
    to(make(by_pointer))->second();
    reinterpret_cast<other &>(*make(by_reference)).second();
    one *made = make(by_place);
    (*reinterpret_cast<other **>(&made))->second();

    alone *single = new alone;
    use_bytes(single, offsetof(alone, third), by_bytes);
    single->third();
    return &never == nullptr;
}
