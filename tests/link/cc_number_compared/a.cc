// Numbers that are loaded to be compared, or counted with, copy nothing, whatever lies there. What is
// stored again does.
#include <cstddef>
struct one {
    void (*f)();
};
struct two {
    void (*g)();
};
struct three {
    void (*h)();
};
static void first()
{
}
static void second()
{
}
static void third()
{
}
static bool same(const void *left, const void *right, std::size_t size)
{
    const char *a = (const char *)left;
    const char *b = (const char *)right;
    for (std::size_t i = 0; i < size; i++) {
        char byte = a[i];
        if (byte != b[i]) {
            return false;
        }
    }
    return true;
}
static void copy(void *to, const void *from, std::size_t size)
{
    char *a = (char *)to;
    const char *b = (const char *)from;
    for (std::size_t i = 0; i < size; i++) {
        char byte = b[i];
        a[i] = byte;
    }
}
int main()
{
    one a = {first};
    two b = {second};
    three c = {third};
    three d = {nullptr};
    same(&a, &b, sizeof a);
    copy(&d, &c, sizeof d);
    a.f();
    b.g();
    d.h();
    return 0;
}
