#include "a.h"

#include <stdint.h>
#include <stdlib.h>
static void f()
{
}
static void g()
{
}
handle one = {(unsigned long)f, (void *)f};
extern const handle many[] = {{(unsigned long)f, (void *)f, {(long)f, 0}}};
static struct {
    int32_t distance;
} relative;
int main()
{
    relative.distance = (int32_t)((char *)g - (char *)&relative);
    ((fn)((char *)&relative + relative.distance))();
    fn marked = (fn)((uintptr_t)g & ~(uintptr_t)0);
    marked();
    run();
}
