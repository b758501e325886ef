/* Functions that allocate, in a file of their own. */
#include "mem.h"

#include <stdlib.h>

static void (*full)(void);
void on_full(void (*handler)(void))
{
    full = handler;
}
static void *checked(void *memory)
{
    if (!memory && full) {
        full();
    }
    return memory;
}
void *make(size_t size)
{
    return checked(malloc(size));
}
void *remake(void *old, size_t size)
{
    void *memory = size ? realloc(old, size) : old;
    if (!memory) {
        abort();
    }
    return memory;
}
void *make_many(size_t count, size_t size)
{
    return remake(NULL, count * size);
}
