// Bytes are counted from the address of a record to a field of it, in ways that keep the address.
#include <cstddef>
#include <cstdint>
typedef void (*function)();
struct record {
    int pad;
    function first;
    function second;
};
static void none()
{
}
static void by_table()
{
}
static void by_constant()
{
}
static void by_helper()
{
}
static void by_steps()
{
}
static void by_index()
{
}
static record tables = {1, none, by_table};
static struct {
    const char *name;
    std::size_t offset;
} const options[] = {{"first", offsetof(record, first)}, {"second", offsetof(record, second)}};
static void each(record *r)
{
    for (auto &option : options) {
        char *at = (char *)r;
        at += option.offset;
        function f = *(function *)at;
        f();
    }
}
struct constants {
    int pad;
    function first;
    function second;
};
static constants constant = {1, none, by_constant};
static void call_constant()
{
    char *at = (char *)&constant;
    at += offsetof(constants, second);
    (*(function *)at)();
}
struct helped {
    int pad;
    function first;
    function second;
};
static helped help = {1, none, by_helper};
static function *field_at(void *p, long offset)
{
    return (function *)((char *)p + offset);
}
struct stepped {
    int pad;
    function first;
    function second;
};
static stepped step = {1, none, by_steps};
static void call_steps()
{
    unsigned char *at = reinterpret_cast<unsigned char *>(&step);
    for (int i = 0; i < 16; i++) {
        at++;
    }
    (*reinterpret_cast<function *>(at))();
}
struct indexed {
    int pad;
    function first;
    function second;
};
static indexed index = {1, none, by_index};
static void call_index()
{
    char *begin = (char *)&index;
    char *at = &begin[16];
    (*(function *)at)();
}
struct alignas(16) aligned {
    function first;
    function second;
};
static void by_bit()
{
}
static aligned pair = {none, by_bit};
int main()
{
    each(&tables);
    call_constant();
    (*field_at(&help, 16))();
    call_steps();
    call_index();
    std::uintptr_t number = reinterpret_cast<std::uintptr_t>(&pair) | 8;
    (*reinterpret_cast<function *>(number))();
}
