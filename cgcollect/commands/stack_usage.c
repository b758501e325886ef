/*
 * Finds the `.su` file that -fstack-usage left beside an object.
 */
#include "commands/stack_usage.h"

#include <string.h>
#include <sys/stat.h>

#include "commands/inputs.h"

/** "x.su" is beside "x.o.mcg". */
static char *beside(const char *graph)
{
    gsize length = strlen(graph) - strlen(".mcg");
    char *object = g_strndup(graph, length);
    char *dot = strrchr(object, '.');
    if (dot && !strchr(dot, '/')) {
        *dot = '\0';
    }
    char *path = g_strconcat(object, ".su", NULL);
    g_free(object);
    return path;
}

static bool is_current(const char *path, const char *source)
{
    struct stat about;
    struct stat written;
    if (stat(path, &about) || !S_ISREG(about.st_mode) || stat(source, &written)) {
        return false;
    }
    return about.st_mtim.tv_sec > written.st_mtim.tv_sec ||
           (about.st_mtim.tv_sec == written.st_mtim.tv_sec &&
            about.st_mtim.tv_nsec >= written.st_mtim.tv_nsec);
}

char *stack_usage_file(const struct compile_command *command)
{
    GPtrArray *compiled = commands_inputs(command);
    char *path = NULL;
    for (guint i = 0; i < compiled->len && !path; i++) {
        const struct compiled *made = g_ptr_array_index(compiled, i);
        if (strcmp(made->file, command->file) == 0) {
            path = beside(made->graph);
        }
    }
    g_ptr_array_unref(compiled);
    if (path && !is_current(path, command->file)) {
        g_free(path);
        path = NULL;
    }
    return path;
}
