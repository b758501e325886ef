/* Another file copies halves of a pointer, and shows only by its counting that they are some. */
#include "copy.h"

static void f()
{
}
static void g()
{
}

int main()
{
    void (*from)() = f;
    void (*to)() = nullptr;
    void (*other)() = g;
    copy(reinterpret_cast<uint32_t *>(&to), reinterpret_cast<const uint32_t *>(&from),
         sizeof to / sizeof(uint32_t));
    to();
    other();
}
