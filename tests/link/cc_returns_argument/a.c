/* C declares functions of C++ that take a record by value, and uses what they return. */
#include <stddef.h>

struct pair {
    long first, second;
};
void *pick(struct pair pair, void *memory);
void *pick_or_make(struct pair pair, void *memory);
static void f(void)
{
}
static void g(void)
{
}
static void *picked(void *memory)
{
    struct pair pair = {1, 2};
    return pick(pair, memory);
}
static void *made(void *memory)
{
    struct pair pair = {1, 2};
    return pick_or_make(pair, memory);
}
int main(void)
{
    void *cells[2];
    void **first = picked(&cells[0]), **second = made(&cells[1]);
    *first = (void *)f;
    *second = (void *)g;
    ((void (*)(void))cells[0])();
    ((void (*)(void))cells[1])();
    return 0;
}
