/* Follows the symbolic links of directories. */
#include "programs/real_place.h"

#include <glib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

char *real_directory(const char *path)
{
    char *absolute = g_canonicalize_filename(path, NULL);
    char *real = realpath(absolute, NULL), *result = g_strdup(real ? real : absolute);
    if (!real && strcmp(absolute, "/") != 0) {
        char *place = real_place(absolute, "/");
        g_free(result);
        result = place;
    }
    free(real);
    g_free(absolute);
    return result;
}

char *real_place(const char *path, const char *directory)
{
    /* No file has a longer path, and each directory of it would be looked for. */
    bool possible = strlen(path) < PATH_MAX;
    if (!possible || !g_path_is_absolute(path)) {
        return g_canonicalize_filename(path, directory);
    }
    char *above = g_path_get_dirname(path), *base = g_path_get_basename(path);
    char *real = real_directory(above);
    char *place = g_canonicalize_filename(base, real);
    g_free(real);
    g_free(base);
    g_free(above);
    return place;
}
