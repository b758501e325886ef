// A pointer to a function is put together from its halves.
#include <stdint.h>
#include <stdio.h>

static void hidden(void) { puts("hidden"); }

static void other(void) { puts("other"); }

int main(void)
{
    uint64_t whole = (uint64_t)(uintptr_t)&other;
    uint32_t low = (uint32_t)(uintptr_t)&hidden;
    uint32_t high = (uint32_t)((uint64_t)(uintptr_t)&hidden >> 32);
    uint64_t joined = (whole & 0xffffffff00000000u) | low;
    joined = (joined & 0xffffffffu) | (uint64_t)high << 32;
    ((void (*)(void))(uintptr_t)joined)();
    return 0;
}
