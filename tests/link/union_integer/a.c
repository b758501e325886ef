/* An integer is at the place of a pointer. */
#include <stdint.h>
#include <string.h>
union data {
    void *pointer;
    uint64_t integer;
};
struct holder {
    int kind;
    union {
        uintptr_t word;
        void (*function)(void);
    };
};
struct word {
    uintptr_t word;
};
static void in_union(void)
{
}
static union data table[2];
int main(void)
{
    union data data;
    struct holder holder;
    struct word word;
    uintptr_t integer = (uintptr_t)in_union;
    void *copied;
    data.integer = (uintptr_t)in_union;
    ((void (*)(void))data.pointer)();
    holder.word = (uintptr_t)in_union;
    holder.function();
    table[1].integer = (uintptr_t)in_union;
    ((void (*)(void))table[1].pointer)();
    memcpy(&copied, &integer, sizeof copied);
    ((void (*)(void))copied)();
    word.word = (uintptr_t)in_union;
    copied = *(void **)&word;
    ((void (*)(void))copied)();
    return 0;
}
