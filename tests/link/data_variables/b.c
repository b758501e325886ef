#include "ops.h"
static int plus(struct buf *b)
{
    return (int)b->len;
}
static int minus(struct buf *b)
{
    return -(int)b->len;
}
static struct ops table[] = {{plus}, {minus}};
int main(int argc, char **argv)
{
    struct buf b = {0, slop};
    int *most = &limit;
    double *by = &factor;
    (void)argv;
    *most += (int)*by;
    use(&table[argc & 1], &b);
    return 0;
}
