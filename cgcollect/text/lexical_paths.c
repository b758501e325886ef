/*
 * Makes paths absolute and relative to the root, without accessing the file system except in
 * path_of_file.
 */
#include "text/lexical_paths.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *path_here(void)
{
    char *here = g_get_current_dir();
    char *real = g_str_has_prefix(here, "/proc/") ? realpath(here, NULL) : NULL;
    if (real) {
        g_free(here);
        here = g_strdup(real);
        free(real);
    }
    return here;
}

char *path_absolute(const char *directory, const char *path)
{
    char *absolute = g_canonicalize_filename(path, directory);
    if (absolute[0] == '/' && absolute[1] == '/') {
        memmove(absolute, absolute + 1, strlen(absolute));
    }
    return absolute;
}

char *path_of_file(const char *directory, const char *path)
{
    char *absolute = path_absolute(directory, path);
    if (!strstr(path, "..") || access(absolute, F_OK) == 0) {
        return absolute;
    }
    char *whole = path[0] == '/' ? g_strdup(path) : g_build_filename(directory, path, NULL);
    char *real = realpath(whole, NULL);
    g_free(whole);
    if (real) {
        g_free(absolute);
        absolute = g_strdup(real);
        free(real);
    }
    return absolute;
}

const char *path_below(const char *root, const char *path)
{
    size_t length = strlen(root);
    if (length > 1 && strncmp(root, path, length) == 0 && path[length] == '/') {
        return path + length + 1;
    }
    return path;
}

void path_common(char *root, const char *other)
{
    size_t common = 0;
    size_t i = 0;
    for (; root[i] && root[i] == other[i]; i++) {
        if (root[i] == '/') {
            common = i;
        }
    }
    bool whole = (!root[i] || root[i] == '/') && (!other[i] || other[i] == '/');
    root[whole ? i : common] = '\0';
    if (!root[0]) {
        strcpy(root, "/");
    }
}

bool path_is_installed(const char *path)
{
    static const char *const places[] = {"/usr/include/", "/usr/lib/", "/usr/local/include/",
                                         "/usr/lib64/", "/usr/local/lib/"};
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        if (strncmp(path, places[i], strlen(places[i])) == 0) {
            return true;
        }
    }
    return false;
}

bool path_has_suffix(const char *path, const char *name)
{
    size_t all = strlen(path);
    size_t part = strlen(name);
    if (part == 0 || part > all || strcmp(path + all - part, name) != 0) {
        return false;
    }
    return all == part || path[all - part - 1] == '/';
}
