/* Strings and buffers go through the library; functions do not get mixed up with them. */
#include <stdlib.h>
#include <string.h>
struct option {
    const char *name;
    void (*set)(const char *);
};
static void set_name(const char *text)
{
}
static const struct option options[] = {{"name", set_name}, {NULL, NULL}};
int main(int argc, char **argv)
{
    char *copy = strdup(argc > 1 ? argv[1] : "name=value");
    char *value = strchr(copy, '=');
    *value++ = 0;
    for (const struct option *o = options; o->name; o++) {
        if (strcmp(o->name, copy) == 0) {
            o->set(value);
        }
    }
    free(copy);
    return 0;
}
