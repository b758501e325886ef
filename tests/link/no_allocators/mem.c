/* Functions that allocate, but also keep the memory, fill it, or return other. */
#include "mem.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *last, *spare;
void *cached(size_t size)
{
    if (!spare) {
        spare = malloc(size);
    }
    return spare;
}
void *listed(size_t size)
{
    void *memory = malloc(size);
    last = memory;
    return memory;
}
void *latest(void)
{
    return last;
}
static void keep(void *memory)
{
    last = memory;
}
void *kept(size_t size)
{
    void *memory = malloc(size);
    keep(memory);
    return memory;
}
void *copied(const void *from, size_t size)
{
    return memcpy(malloc(size), from, size);
}
void *filled(size_t size, void (*handler)(void))
{
    void *memory = malloc(size);
    memcpy(memory, &handler, sizeof handler);
    return memory;
}
void *replaced(size_t size, void *(*replace)(void *))
{
    return replace(malloc(size));
}
void *out(size_t size, void **to)
{
    return *to = malloc(size);
}
static void keep_at(void **memory)
{
    last = *memory;
}
static void *track(void *memory)
{
    keep_at(&memory);
    return memory;
}
void *tracked(size_t size)
{
    return track(malloc(size));
}
static void *log_memory(const char *what, ...)
{
    va_list list;
    va_start(list, what);
    last = va_arg(list, void *);
    va_end(list);
    return last;
}
void *logged(size_t size)
{
    void *memory = malloc(size);
    log_memory("malloc", memory);
    return memory;
}
void *top(size_t size)
{
    return sbrk((long)size);
}
