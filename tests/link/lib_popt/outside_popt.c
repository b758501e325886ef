/* In place of popt: sets what tables name, and calls their callbacks. */
#include "outside_popt.h"
#include <stdlib.h>
#include <string.h>

typedef void callback(poptContext, int, const struct poptOption *, const char *, const void *);
static const struct poptOption *table;

poptContext poptGetContext(const char *name, int count, const char **arguments,
                           const struct poptOption *options, unsigned int flags)
{
    table = options;
    return malloc(1);
}
static void walk(poptContext context, const struct poptOption *option)
{
    for (; option->arg; option++) {
        if (option->argInfo == POPT_ARG_INCLUDE_TABLE) {
            walk(context, option->arg);
        } else if (option->argInfo == POPT_ARG_CALLBACK) {
            ((callback *)option->arg)(context, 2, option, "text", option->descrip);
        } else {
            *(char **)option->arg = strdup("text");
        }
    }
}
int poptGetNextOpt(poptContext context)
{
    walk(context, table);
    return -1;
}
poptContext poptFreeContext(poptContext context)
{
    free(context);
    return NULL;
}
