#define _GNU_SOURCE
#include <search.h>
#include <string.h>
static void *root;
static int visited;
static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}
static void visit(const void *node, VISIT which, int depth)
{
    visited++;
}
static void drop(void *node)
{
}
int main(void)
{
    tsearch("b", &root, compare);
    tsearch("a", &root, compare);
    tfind("a", &root, compare);
    twalk(root, visit);
    tdelete("b", &root, compare);
    tdestroy(root, drop);
    return !visited;
}
