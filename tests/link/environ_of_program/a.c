/* POSIX has the program declare environ, which the library defines. */
#include "ops.h"
#include <stdio.h>
extern char **environ;
static int plus(struct buf *b)
{
    return (int)b->len;
}
static int minus(struct buf *b)
{
    return -(int)b->len;
}
static struct ops table[] = {{plus}, {minus}};
static void out(FILE *f, struct ops *o)
{
    fwrite(o, sizeof *o, 1, f);
}
int main(int argc, char **argv)
{
    struct buf b = {0, environ[0]};
    struct ops *cur = &table[argc & 1];
    (void)argv;
    out(stdout, cur);
    return cur->run(&b);
}
