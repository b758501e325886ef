/*
 * Keeps the list of graphs in an output directory, and removes those that an earlier run wrote and
 * this one did not.
 */
#include "driver/manifest.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "text/paths.h"

#define NAME ".cgcollect"

/** Removes only files that cgcollect can have written, whatever the list has. */
static bool is_own_name(const char *name)
{
    return name[0] && name[0] != '/' && g_str_has_suffix(name, ".mcg") &&
           !g_str_has_prefix(name, "../") && !strstr(name, "/../");
}

static char **read_names(const char *path)
{
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, NULL);
    char **names = g_strsplit(text ? text : "", "\n", -1);
    g_free(text);
    return names;
}

static void take_old(GHashTable *names, char **old, const char *directory, bool whole)
{
    for (char **name = old; *name; name++) {
        if (!is_own_name(*name) || g_hash_table_contains(names, *name)) {
            continue;
        }
        if (whole) {
            char *path = g_build_filename(directory, *name, NULL);
            unlink(path);
            g_free(path);
        } else {
            g_hash_table_add(names, *name);
        }
    }
}

static bool write_names(const char *path, GHashTable *names)
{
    GString *text = g_string_new(NULL);
    GList *sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    for (GList *name = sorted; name; name = name->next) {
        g_string_append_printf(text, "%s\n", (const char *)name->data);
    }
    errno = 0;
    bool done = g_file_set_contents(path, text->str, (gssize)text->len, NULL);
    g_list_free(sorted);
    g_string_free(text, TRUE);
    return done;
}

bool manifest_update(const char *directory, const GPtrArray *written, bool whole)
{
    char *path = g_build_filename(directory, NAME, NULL);
    char **old = read_names(path);
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < written->len; i++) {
        g_hash_table_add(names, (char *)path_below(directory, g_ptr_array_index(written, i)));
    }
    take_old(names, old, directory, whole);
    bool done = write_names(path, names);
    g_hash_table_destroy(names);
    g_strfreev(old);
    g_free(path);
    return done;
}
