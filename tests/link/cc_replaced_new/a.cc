// The program replaces operator new; the library calls it.
#include <new>
#include <stdexcept>
#include <stdlib.h>

static int count;

static void note() { count++; }

void *operator new(size_t size)
{
    note();
    return malloc(size);
}

void operator delete(void *memory) noexcept { free(memory); }

int main()
{
    std::runtime_error error("a message that is long enough to be kept elsewhere");
    return count == 0;
}
