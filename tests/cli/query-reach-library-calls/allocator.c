#include <stddef.h>

static char memory[1000];
void *malloc(size_t size)
{
    return memory + size;
}
