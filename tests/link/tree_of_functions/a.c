#include <search.h>
/* What is put into a tree comes out of it. */
static void *root;
static void f(void)
{
}
static int compare(const void *a, const void *b)
{
    return (a > b) - (a < b);
}
static void visit(const void *node, VISIT which, int depth)
{
    (*(void (*const *)(void))node)();
}
int main(void)
{
    void (**found)(void) = tsearch((void *)f, &root, compare);
    (*found)();
    twalk(root, visit);
    return 0;
}
