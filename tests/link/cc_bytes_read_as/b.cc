// Where they are read as a pointer, with casts that C++ is content with.
#include <cstddef>
typedef void (*function)();
struct pair {
    function first;
    function second;
};
static void none()
{
}
static void by_pointer()
{
}
static pair both = {none, by_pointer};
void call_pointer()
{
    void *begin = &both;
    char *at = static_cast<char *>(begin);
    at += offsetof(pair, second);
    void *bytes = at;
    (*static_cast<function *>(bytes))();
}
