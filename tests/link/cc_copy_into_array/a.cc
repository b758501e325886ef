// What is copied into an array of bytes stays in it: it is not in the fields behind.
#include <cstring>

struct block {
    long used;
    char bytes[16];
    void (*done)();
};
struct message {
    void (*first)();
    long size;
    void (*second)();
};
static void done() {}
static void first() {}
static void second() {}

static void fill(char *to, const void *from, unsigned long size)
{
    std::memcpy(to, from, size);
}

int main()
{
    message one{first, 16, second};
    block into{0, {0}, done};
    fill(into.bytes, &one, 16);
    into.done();
    one.second();

    /* But it is there. */
    void (*back)();
    std::memcpy(&back, into.bytes, sizeof back);
    back();
    return 0;
}
