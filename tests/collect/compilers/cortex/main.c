#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __ARM_ARCH_7EM__
#error "not the processor of the board"
#endif

extern volatile uint32_t ticks;

static int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void report(const int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        printf("%" PRId32 "\n", values[i]);
    }
}

int main(void)
{
    int32_t values[] = {3, 1, 2};
    qsort(values, 3, sizeof *values, ascending);
    report(values, 3);
    return strlen("done") == ticks;
}
