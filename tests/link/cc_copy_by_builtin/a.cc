// The compiler copies records by the same instruction as builtins that the source calls, but those
// copy bytes from one record to another. So do the library functions that check the length.
#include <stddef.h>
extern "C" void *__memcpy_chk(void *, const void *, size_t, size_t);
struct from { long before; int (*f)(); };
struct to { long before; int (*g)(); };
static int one() { return 1; }
static int two() { return 2; }
static int other() { return 3; }
static from a = {0, one}, b = {0, two};
static to c = {0, other}, d = {0, other};
static char buffer[64];
static void builtin()
{
    void *p = ::operator new(sizeof a);
    __builtin_memcpy(p, &a, sizeof a);
    __builtin_memmove(&c, p, sizeof c);
}
static void checked(size_t size)
{
    __memcpy_chk(buffer, &b, size, sizeof buffer);
    __memcpy_chk(&d, buffer, size, sizeof d);
}
int main(int argc, char **)
{
    builtin();
    checked(sizeof b * argc);
    return c.g() + d.g() - 3;
}
