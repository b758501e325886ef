#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* Records copied to records of another type by pointers without type, or byte by byte. Each step
 * has types of its own, so that none answers for another. */
#define RECORDS(n)                                                                                 \
    struct from##n {                                                                               \
        long kind;                                                                                 \
        int (*fn)(void);                                                                           \
    };                                                                                             \
    struct to##n {                                                                                 \
        long type;                                                                                 \
        int (*call)(void);                                                                         \
    };                                                                                             \
    static int f##n(void)                                                                          \
    {                                                                                              \
        return 1;                                                                                  \
    }                                                                                              \
    static struct from##n source##n = {0, f##n}
RECORDS(1);
RECORDS(2);
RECORDS(3);
RECORDS(4);
RECORDS(5);
RECORDS(6);
RECORDS(7);
RECORDS(8);

static void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

static int by_wrapper(void)
{
    struct to1 to;
    copy(&to, &source1, sizeof to);
    return to.call();
}

static int by_buffer(void)
{
    char buffer[sizeof source2];
    memcpy(buffer, &source2, sizeof buffer);
    struct to2 *to = (struct to2 *)buffer;
    return to->call();
}

static int by_bytes(void)
{
    struct to3 to;
    unsigned char *end = (unsigned char *)&to;
    const unsigned char *begin = (const unsigned char *)&source3;
    for (size_t i = 0; i < sizeof to; i++) {
        end[i] = begin[i];
    }
    return to.call();
}

static void *duplicate(const void *from, size_t size)
{
    void *made = malloc(size);
    return memcpy(made, from, size);
}

static int by_memory(void)
{
    struct to4 *to = duplicate(&source4, sizeof source4);
    return to->call();
}

struct ring {
    size_t used;
    char data[256];
};
static struct ring ring;

static void put(const void *from, size_t size)
{
    memcpy(ring.data + ring.used, from, size);
    ring.used += size;
}

static void get(void *to, size_t size)
{
    ring.used -= size;
    memcpy(to, ring.data + ring.used, size);
}

static int by_queue(void)
{
    struct to5 to;
    put(&source5, sizeof source5);
    get(&to, sizeof to);
    return to.call();
}

static int by_words(void)
{
    uintptr_t words[2] = {0, (uintptr_t)f6};
    struct to6 to;
    memcpy(&to, words, sizeof to);
    return to.call();
}

static void set(void *record, size_t offset, const void *value, size_t size)
{
    memcpy((char *)record + offset, value, size);
}

static int by_setter(void)
{
    struct to7 to;
    int (*value)(void) = f7;
    set(&to, offsetof(struct to7, call), &value, sizeof value);
    return to.call();
}

static int by_pointer(void)
{
    struct to8 to;
    const void *from = &source8;
    memmove(&to, from, sizeof to);
    return to.call();
}

int main(void)
{
    return by_wrapper() + by_buffer() + by_bytes() + by_memory() + by_queue() + by_words() +
                       by_setter() + by_pointer() ==
                   8
               ? 0
               : 1;
}
