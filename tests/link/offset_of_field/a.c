#include <stddef.h>
/* A field reached by its distance from the beginning, as tables of options do. */
struct config {
    int level;
    void (*log)(void);
    int last;
};
static const struct option {
    const char *name;
    size_t offset;
} options[] = {{"log", offsetof(struct config, log)}};
static void f(void)
{
}
static void set(void *config, const struct option *o, void (*fn)(void))
{
    *(void (**)(void))((char *)config + o->offset) = fn;
}
int main(void)
{
    struct config c = {0};
    set(&c, options, f);
    c.log();
    return 0;
}
