/* What is in the memory of one call is not in that of another; remade memory has what it had. */
#include "mem.h"

typedef void (*fn)(void);
static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}
static void ended(void)
{
}
struct node {
    void *data;
    fn drop;
};
int main(void)
{
    void *(*allocate)(size_t) = make;
    on_full(ended);
    fn *one = make(sizeof *one), *two = make_many(2, sizeof *two), *three = allocate(sizeof *three);
    *one = f;
    two[1] = g;
    *three = h;
    (*one)();
    two[1]();
    (*three)();
    two = remake(two, 4 * sizeof *two);
    two[1]();
    struct node *node = make(sizeof *node);
    node->data = one;
    node->drop = ended;
    node->drop();
    (*(fn *)node->data)();
    return 0;
}
