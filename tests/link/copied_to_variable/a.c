/* A function pointer of a record is copied to a variable, both known as pointers without type. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef void (*handler)(void);
struct button {
    int number;
    handler clicked;
};
struct first {
    handler clicked;
    int number;
};
static void from_begin(void)
{
}
static void from_field(void)
{
}
static void never(int n)
{
    (void)n;
}
static struct first known = {from_begin, 1};

static void get(void *out, const void *from)
{
    memcpy(out, from, sizeof(handler));
}
static void get_at(void *out, const struct button *from, size_t at)
{
    memcpy(out, (const char *)from + at, sizeof(handler));
}
int main(void)
{
    handler found;
    get(&found, &known);
    found();
    struct button *made = malloc(sizeof *made);
    made->clicked = from_field;
    get_at(&found, made, offsetof(struct button, clicked));
    found();
    free(made);
    return never == NULL;
}
