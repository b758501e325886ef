#include <stdlib.h>
#include <string.h>
struct entry {
    const char *name;
    int (*run)(void);
};
static int a(void)
{
    return 0;
}
static int b(void)
{
    return 0;
}
static const struct entry table[] = {{"a", a}, {"b", b}};
static int by_name(const void *key, const void *entry)
{
    return strcmp(key, ((const struct entry *)entry)->name);
}
int main(void)
{
    const struct entry *e = bsearch("b", table, 2, sizeof *table, by_name);
    return e->run();
}
