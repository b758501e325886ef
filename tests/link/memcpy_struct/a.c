#include <stdlib.h>
#include <string.h>
struct vtable {
    int (*get)(void);
    int (*put)(void);
};
static int get(void)
{
    return 0;
}
static int put(void)
{
    return 0;
}
static const struct vtable defaults = {get, put};
int main(void)
{
    struct vtable copy;
    memcpy(&copy, &defaults, sizeof copy);
    struct vtable *heap = malloc(sizeof *heap);
    memmove(heap, &copy, sizeof *heap);
    int r = copy.get() + heap->put();
    free(heap);
    return r;
}
