/* The place of a field is computed with integers. */
#include <stddef.h>
#include <stdint.h>
struct object {
    int kind;
    void (*function)(void);
};
static void function(void)
{
}
static void other(void)
{
}
int main(void)
{
    struct object object = {0, function};
    uintptr_t at = (uintptr_t)&object + offsetof(struct object, function);
    (*(void (**)(void))at)();
    *(void (**)(void))((uintptr_t)&object + offsetof(struct object, function)) = other;
    object.function();
    return 0;
}
