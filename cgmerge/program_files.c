#include "program_files.h"

#include <stdbool.h>

#define WORD_BITS 64u

struct program_files {
    GHashTable *sets; /**< by file, char *: GArray of guint64, a bit a program; empty: any */
    struct cg_programs known;
};

static const GArray *find(const struct program_files *files, const char *file)
{
    const GArray *set = g_hash_table_lookup(files->sets, file);
    return set && set->len ? set : NULL;
}

static bool are_apart(void *data, const char *file, const char *other)
{
    const GArray *a = find(data, file), *b = find(data, other);
    bool meet = !a || !b || a == b;
    for (guint i = 0; !meet && i < MIN(a->len, b->len); i++) {
        meet = g_array_index(a, guint64, i) & g_array_index(b, guint64, i);
    }
    return !meet;
}

struct program_files *program_files_new(void)
{
    struct program_files *files = g_new0(struct program_files, 1);
    files->sets =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    files->known = (struct cg_programs){are_apart, files};
    return files;
}

static void add_programs(GArray *set, const GArray *programs)
{
    for (guint i = 0; i < programs->len; i++) {
        guint program = g_array_index(programs, guint, i), word = program / WORD_BITS;
        if (word >= set->len) {
            g_array_set_size(set, word + 1);
        }
        g_array_index(set, guint64, word) |= (guint64)1 << program % WORD_BITS;
    }
}

/** A file that any program may have keeps an empty set. */
static void add_file(struct program_files *files, const char *file, const GArray *programs)
{
    GArray *set = g_hash_table_lookup(files->sets, file);
    bool any = set && !set->len;
    if (!set) {
        set = g_array_new(FALSE, TRUE, sizeof(guint64));
        g_hash_table_insert(files->sets, g_strdup(file), set);
    }
    if (!programs) {
        g_array_set_size(set, 0);
    } else if (!any) {
        add_programs(set, programs);
    }
}

void program_files_add(struct program_files *files, const struct cg_graph *graph,
                       const GArray *programs)
{
    const char *last = NULL;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        const char *file = cg_node_has_body(graph, node) ? cg_node_origin(graph, node) : NULL;
        if (file && file != last) { /* texts of a graph are there once */
            add_file(files, file, programs);
            last = file;
        }
    }
}

const struct cg_programs *program_files_known(struct program_files *files)
{
    return files ? &files->known : NULL;
}

void program_files_free(struct program_files *files)
{
    if (files) {
        g_hash_table_destroy(files->sets);
        g_free(files);
    }
}
