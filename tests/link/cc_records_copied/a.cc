// Records copied to records of other types: each call has the function that its own record got.
#include <cstdlib>
#include <cstring>
#include <strings.h>
typedef int (*function)(int);
static int direct(int) { return 0; }
static int reversed(int) { return 0; }
static int nested(int) { return 0; }
static int third(int) { return 0; }
static int heap(int) { return 0; }
static int wrapped(int) { return 0; }
static int kept(int) { return 0; }
static int in_table(int) { return 0; }

struct a1 { long id; function f; };
struct b1 { long id; function g; };
static int copy_directly()
{
    a1 a{1, direct};
    b1 b;
    memcpy(&b, &a, sizeof a);
    return b.g(0);
}

struct a2 { long id; function f; };
struct b2 { long id; function g; };
static int copy_back()
{
    a2 a{1, reversed};
    b2 b;
    bcopy(&a, &b, sizeof a);
    return b.g(0);
}

struct a3 { long id; function f; };
struct outer3 { long key; a3 inner; };
struct flat3 { long key; long id; function g; };
static int flatten()
{
    outer3 outer{1, {2, nested}};
    flat3 flat;
    memmove(&flat, &outer, sizeof flat);
    return flat.g(0);
}

struct a4 { function f[4]; };
struct b4 { function first, second, third, fourth; };
static int copy_array()
{
    b4 b{nullptr, nullptr, third, nullptr};
    a4 a;
    memcpy(&a, &b, sizeof a);
    return a.f[2](0);
}

struct a5 { long id; function f; };
struct b5 { long id; function g; };
static int copy_to_heap()
{
    a5 a{1, heap};
    void *memory = malloc(sizeof a);
    memcpy(memory, &a, sizeof a);
    return static_cast<b5 *>(memory)->g(0);
}

struct a6 { long id; function f; };
struct b6 { long id; function g; };
static void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}
static int copy_through()
{
    a6 a{1, wrapped};
    b6 b;
    copy(&b, &a, sizeof a);
    return b.g(0);
}

// Copies between records of one type connect no fields.
struct a7 { function f, g; };
static void assign(a7 *to, const a7 *from)
{
    *to = *from;
}
static int copy_same()
{
    a7 a{kept, direct}, b;
    assign(&b, &a);
    a7 c = b;
    return c.f(0);
}

struct a8 { long id; function f; };
struct b8 { long id; function g; };
static const a8 table[2] = {{1, nullptr}, {2, in_table}};
static int copy_table()
{
    b8 b[2];
    memcpy(b, table, sizeof table);
    return b[1].g(0);
}

int main()
{
    return copy_directly() + copy_back() + flatten() + copy_array() + copy_to_heap() +
           copy_through() + copy_same() + copy_table();
}
