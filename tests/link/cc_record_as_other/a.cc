// Variables that are accessed as records of another type, and members of unions.
typedef int (*function)(int);
static int seen(int) { return 0; }
static int written(int) { return 0; }
static int within(int) { return 0; }
static int overlaid(int) { return 0; }

struct a1 { long id; function f; };
struct b1 { long id; function g; };
static int read_as_other()
{
    a1 a{1, seen};
    return reinterpret_cast<b1 &>(a).g(0);
}

struct a2 { long id; function f; };
struct b2 { long id; function g; };
static int write_as_other()
{
    b2 b;
    reinterpret_cast<a2 *>(&b)->f = written;
    return b.g(0);
}

struct a3 { long id; function f; };
struct b3 { long id; function g; };
struct outer3 { long key; a3 inner; };
static int read_within()
{
    outer3 outer{1, {2, within}};
    b3 *b = reinterpret_cast<b3 *>(reinterpret_cast<char *>(&outer) + sizeof(long));
    return b->g(0);
}

struct a4 { long id; function f; };
struct b4 { long id; function g; };
struct holder {
    union {
        a4 a;
        b4 b;
    } u;
    void set() { u.a.f = overlaid; }
    int call() { return u.b.g(0); }
};
static int read_member()
{
    holder h;
    h.set();
    return h.call();
}

int main()
{
    return read_as_other() + write_as_other() + read_within() + read_member();
}
