/* Allocators that write a header and return what is behind it: each call returns memory of its own,
 * also where the header holds pointers, and where memory grows. */
#include "get.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct sized {
    int mark;
    long length;
    union {
        long long aligned;
        char payload[1];
    } u;
};
struct owned {
    long length;
    void *owner;
};

void *get_sized(long size)
{
    struct sized *block;
    char *memory;
    if ((block = (struct sized *)malloc(sizeof *block + size)) == 0) {
        abort();
    }
    block->mark = 1;
    block->length = size;
    memory = block->u.payload;
    memset(memory, 0, size);
    return memory;
}

void *grow_sized(void *memory, long size)
{
    struct sized *block = (struct sized *)((char *)memory - offsetof(struct sized, u.payload[0]));
    block = (struct sized *)realloc((char *)block, sizeof *block + size);
    memory = block->u.payload;
    return memory;
}

void give_sized(void *memory)
{
    struct sized *block = (struct sized *)((char *)memory - offsetof(struct sized, u.payload[0]));
    memset(block, 0, sizeof *block);
    free(block);
}

void *get_next(long size)
{
    struct owned *block = malloc(sizeof *block + size);
    block->owner = 0;
    return block + 1;
}

void *get_sum(long size)
{
    struct owned *block = malloc(sizeof *block + size);
    block->length = size;
    return (char *)block + sizeof *block;
}

void *get_element(long size)
{
    struct owned *block = 0;
    block = calloc(1, sizeof *block + size);
    return &block[1];
}

void *get_largest(int count, ...)
{
    long largest = 0;
    va_list sizes;
    va_start(sizes, count);
    while (count-- > 0) {
        long size = va_arg(sizes, long);
        largest = size > largest ? size : largest;
    }
    va_end(sizes);
    struct owned *block = malloc(sizeof *block + largest);
    return block + 1;
}
