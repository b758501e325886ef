/* Finds the files that libtool keeps elsewhere. */
#include "programs/libtool.h"

#include "files/found_file.h"
#include "graphs/graph_notes.h"

#include <string.h>

/** The value of a line NAME='VALUE'. */
static char *value_of(const char *text, const char *name)
{
    char *begin = g_strdup_printf("\n%s='", name);
    const char *at = strstr(text, begin);
    const char *value = at ? at + strlen(begin) : NULL;
    g_free(begin);
    return value ? g_strndup(value, strcspn(value, "'\n")) : NULL;
}

/** A file below a directory, if it may have graphs. */
static char *beside(const char *directory, const char *below, const char *name)
{
    char *path = g_build_filename(directory, below, name, NULL);
    if (name[0] && graph_notes_file(path) > GRAPH_NOTES_UNREADABLE) {
        return path;
    }
    g_free(path);
    return NULL;
}

/** The first file there that one of the values names. An installed library is beside its `.la`. */
static char *file_named(const char *directory, const char *text, const char *const *names)
{
    char *found = NULL;
    for (; *names && !found; names++) {
        char *name = value_of(text, *names);
        found = name ? beside(directory, ".libs", name) : NULL;
        found = found || !name ? found : beside(directory, "", name);
        g_free(name);
    }
    return found;
}

static char *program(const char *directory, const char *path)
{
    char *base = g_path_get_basename(path);
    char *found = beside(directory, ".libs", base);
    g_free(base);
    return found;
}

char *libtool_real(const char *path)
{
    static const char *const of_library[] = {"dlname", "old_library", NULL};
    static const char *const of_object[] = {"pic_object", "non_pic_object", NULL};
    bool library = g_str_has_suffix(path, ".la");
    char *directory = g_path_get_dirname(path), *text = NULL;
    char *found = NULL;
    if (!library && !g_str_has_suffix(path, ".lo")) {
        found = program(directory, path);
    } else if (found_read(&text, NULL, path)) {
        found = file_named(directory, text, library ? of_library : of_object);
    }
    g_free(text);
    g_free(directory);
    return found;
}
