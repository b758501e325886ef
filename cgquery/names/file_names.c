/* An index of files by the last component of their paths. */
#include "names/file_names.h"

#include <string.h>

static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void free_files(gpointer files)
{
    g_ptr_array_unref(files);
}

GHashTable *file_names_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_files);
}

void file_names_add(GHashTable *names, const char *file)
{
    const char *name = last_component(file);
    GPtrArray *files = g_hash_table_lookup(names, name);
    if (!files) {
        files = g_ptr_array_new();
        g_hash_table_insert(names, (gpointer)name, files);
    }
    g_ptr_array_add(files, (gpointer)file);
}

const GPtrArray *file_names_find(GHashTable *names, const char *path)
{
    return g_hash_table_lookup(names, last_component(path));
}
