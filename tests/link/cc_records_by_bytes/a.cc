// Records whose bytes are kept for a while, and taken out as records of other types.
#include <cstddef>
#include <cstring>
typedef int (*function)(int);
static int buffered(int) { return 0; }
static int sent(int) { return 0; }
static int queued(int) { return 0; }
static int raw(int) { return 0; }
static int cast(int) { return 0; }

struct a1 { long id; function f; };
struct b1 { long id; function g; };
static char buffer[64];
static void put(const a1 &a)
{
    memcpy(buffer, &a, sizeof a);
}
static b1 get()
{
    b1 b;
    memcpy(&b, buffer, sizeof b);
    return b;
}
static int use_buffer()
{
    put(a1{1, buffered});
    return get().g(0);
}

struct a2 { long id; function f; };
struct b2 { long id; function g; };
struct writer {
    char bytes[64];
    size_t used = 0;
    void put(const void *from, size_t size)
    {
        memcpy(bytes + used, from, size);
        used += size;
    }
};
struct reader {
    const char *bytes;
    size_t used = 0;
    void get(void *to, size_t size)
    {
        memcpy(to, bytes + used, size);
        used += size;
    }
};
static int use_cursors()
{
    a2 a{1, sent};
    b2 b;
    long one = 1;
    writer w;
    w.put(&one, sizeof one);
    w.put(&a, sizeof a);
    reader r{w.bytes};
    r.get(&one, sizeof one);
    r.get(&b, sizeof b);
    return b.g(0);
}

struct a3 { long id; function f; };
struct b3 { long id; function g; };
struct message {
    int kind;
    alignas(8) unsigned char bytes[16];
};
static message queue[4];
static int waiting;
static void post(const void *from, size_t size)
{
    message m;
    memcpy(m.bytes, from, size);
    queue[waiting++] = m;
}
template <class T> static T take()
{
    message m = queue[--waiting];
    T t;
    memcpy(&t, m.bytes, sizeof t);
    return t;
}
static int use_queue()
{
    a3 a{1, queued};
    post(&a, sizeof a);
    return take<b3>().g(0);
}

struct a4 { long id; function f; };
struct b4 { long id; function g; };
static int use_local_bytes()
{
    a4 a{1, raw};
    alignas(8) std::byte bytes[sizeof a];
    memmove(bytes, &a, sizeof a);
    return reinterpret_cast<b4 *>(bytes)->g(0);
}

template <class To, class From> static To bits(const From &from)
{
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
struct object {
    int method(int) { return cast(0); }
};
struct words { long word[2]; };
static int use_member_pointer()
{
    typedef int (object::*method)(int);
    words w = bits<words>(static_cast<method>(&object::method));
    object o;
    return (o.*bits<method>(w))(0);
}

int main()
{
    return use_buffer() + use_cursors() + use_queue() + use_local_bytes() + use_member_pointer();
}
