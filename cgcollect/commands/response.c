#include "commands/commands.h"

#include "paths.h"

/** Response files may name others; a ring of them ends here. */
#define DEEPEST 16

static void expand(GPtrArray *out, char **argv, const char *directory, unsigned depth);

static bool expand_file(GPtrArray *out, const char *name, const char *directory, unsigned depth)
{
    char *path = path_absolute(directory, name);
    char *text = NULL;
    char **inner = NULL;
    bool read = g_file_get_contents(path, &text, NULL, NULL) &&
                (g_shell_parse_argv(text, NULL, &inner, NULL) || !g_strstrip(text)[0]);
    if (read && inner) {
        expand(out, inner, directory, depth + 1);
    }
    g_strfreev(inner);
    g_free(text);
    g_free(path);
    return read;
}

static void expand(GPtrArray *out, char **argv, const char *directory, unsigned depth)
{
    for (; *argv; argv++) {
        bool response = (*argv)[0] == '@' && (*argv)[1] && depth < DEEPEST;
        /* As compilers do, one that cannot be read is an ordinary argument. */
        if (!response || !expand_file(out, *argv + 1, directory, depth)) {
            g_ptr_array_add(out, g_strdup(*argv));
        }
    }
}

char **commands_expand_responses(char **argv, const char *directory)
{
    GPtrArray *out = g_ptr_array_new();
    expand(out, argv, directory, 0);
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(out, FALSE);
}
