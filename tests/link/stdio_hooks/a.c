#define _GNU_SOURCE
#include <stdio.h>
#include <sys/types.h>
/* A stream of the program's own. */
struct source {
    int (*next)(void);
};
static int next(void)
{
    return 'x';
}
static ssize_t read_it(void *cookie, char *to, size_t n)
{
    struct source *s = cookie;
    *to = (char)s->next();
    return 1;
}
static int close_it(void *cookie)
{
    return 0;
}
int main(void)
{
    struct source s = {next};
    cookie_io_functions_t io = {.read = read_it, .close = close_it};
    FILE *f = fopencookie(&s, "r", io);
    int c = fgetc(f);
    fclose(f);
    return c - 'x';
}
