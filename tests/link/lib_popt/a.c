/* A table names a function, in another table, which gets the description as its data. */
#include "outside_popt.h"
#include <stddef.h>

struct settings {
    void (*on_option)(void);
};
static void verbose(void)
{
}
static void never(void)
{
}
static void option(poptContext context, int reason, const struct poptOption *option,
                   const char *text, const void *data)
{
    const struct settings *settings = data;
    settings->on_option();
}
static void not_named(poptContext context, int reason, const struct poptOption *option,
                      const char *text, const void *data)
{
    never();
}
static struct settings settings = {verbose};
static struct poptOption callbacks[] = {
    {NULL, 0, POPT_ARG_CALLBACK, (void *)option, 0, (const char *)&settings, NULL},
    {NULL, 0, 0, NULL, 0, NULL, NULL},
};
static char *name;
static struct poptOption options[] = {
    {NULL, 0, POPT_ARG_INCLUDE_TABLE, callbacks, 0, NULL, NULL},
    {"name", 'n', POPT_ARG_STRING, &name, 0, NULL, NULL},
    {NULL, 0, 0, NULL, 0, NULL, NULL},
};
int main(int count, char **arguments)
{
    poptContext context = poptGetContext(NULL, count, (const char **)arguments, options, 0);
    while (poptGetNextOpt(context) >= 0) {
    }
    poptFreeContext(context);
    return name == NULL;
}
