/*
 * Makes a temporary directory, or that of --keep, which must be empty, and finds the runtime
 * library beside the running tool.
 */
#include "run/recording_directory.h"

#include <cli.h>

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libcgrecord.so.0"

static bool is_empty(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    bool empty = dir && !g_dir_read_name(dir);
    if (dir) {
        g_dir_close(dir);
    }
    return empty;
}

char *directory_make(const char *wanted)
{
    if (!wanted) {
        GError *failure = NULL;
        char *path = g_dir_make_tmp("cgrecord.XXXXXX", &failure);
        if (!path) {
            cli_error("cannot make a temporary directory: %s", failure->message);
            g_error_free(failure);
        }
        return path;
    }
    if (g_mkdir(wanted, 0700) != 0 && errno != EEXIST) {
        cli_error("--keep: cannot make %s: %s", wanted, g_strerror(errno));
        return NULL;
    }
    if (!is_empty(wanted)) {
        cli_error("--keep: %s is not an empty directory", wanted);
        return NULL;
    }
    return g_canonicalize_filename(wanted, NULL);
}

/* Tool and library are moved together: the same relative path as in the installation, or the one in
 * the build directory. */
char *directory_library(bool preloaded)
{
    static const char *const places[] = {CGRECORD_LIBRARY_PLACE, "../lib"};
    char tool[4096] = "";
    ssize_t length = readlink("/proc/self/exe", tool, sizeof tool - 1);
    char *bin = g_path_get_dirname(length > 0 ? tool : ".");
    char *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(places) && !found; i++) {
        char *path = g_build_filename(bin, places[i], LIBRARY, NULL);
        found = g_canonicalize_filename(path, NULL);
        g_free(path);
        if (g_access(found, R_OK) != 0) {
            g_clear_pointer(&found, g_free);
        }
    }
    if (found && preloaded && strpbrk(found, " :")) {
        cli_error("%s cannot be preloaded: its path has a space or a colon; install it elsewhere",
                  found);
        g_clear_pointer(&found, g_free);
    } else if (!found) {
        cli_error("there is no " LIBRARY " in %s/" CGRECORD_LIBRARY_PLACE "; install it there",
                  bin);
    }
    g_free(bin);
    return found;
}
