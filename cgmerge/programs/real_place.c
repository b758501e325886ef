/* Follows the symbolic links of directories. */
#include "programs/real_place.h"

#include <glib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

char *real_directory(const char *path)
{
    char *place = g_canonicalize_filename(path, NULL);
    size_t length = strlen(place), end = length;
    char *real;
    /* The longest part that exists; no part of the rest can be a link. */
    for (;;) {
        char next = place[end];
        place[end] = '\0';
        real = realpath(end ? place : "/", NULL);
        place[end] = next;
        if (real || !end) {
            break;
        }
        do {
            end--;
        } while (place[end] != '/');
    }
    char *result = end < length ? g_build_filename(real ? real : "/", place + end, NULL)
                                : g_strdup(real ? real : place);
    free(real);
    g_free(place);
    return result;
}

char *real_place(const char *path, const char *directory)
{
    if (strlen(path) >= PATH_MAX) { /* no file has such a path */
        return g_path_is_absolute(path) ? g_strdup(path) : g_build_filename(directory, path, NULL);
    }
    if (!g_path_is_absolute(path)) {
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
