/* Nodes by the hashes of their names, for graphs that are asked for many. */
#include "names/name_index.h"

#include <stdint.h>
#include <string.h>

/** Searches through all nodes before the index is made: making it costs about as much. */
#define SEARCHES_WITHOUT 8

struct entry {
    uint64_t hash;
    cg_node node;
};

struct name_index {
    unsigned searches; /**< begun so far */
    GArray *entries;   /**< sorted; NULL: not made yet */
};

/* FNV-1a */
static uint64_t hash_of(const char *name, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) {
        if (name[i] != ' ') {
            hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3u;
        }
    }
    return hash;
}

static int by_hash(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->hash != y->hash) {
        return x->hash < y->hash ? -1 : 1;
    }
    return (x->node > y->node) - (x->node < y->node);
}

static void make_index(struct name_index *index, const struct cg_graph *graph,
                       name_index_names *names, void *data)
{
    index->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        names(index, data, node);
    }
    g_array_sort(index->entries, by_hash);
}

void name_index_add(struct name_index *index, cg_node node, const char *name, size_t length)
{
    struct entry entry = {hash_of(name, length), node};
    g_array_append_val(index->entries, entry);
}

/* The first entry that is not before one. */
static guint lower_bound(const GArray *entries, const struct entry *wanted)
{
    guint low = 0, high = entries->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        bool before = by_hash(&g_array_index(entries, struct entry, middle), wanted) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

cg_node name_index_next(struct name_index **at, const struct cg_graph *graph, const char *name,
                        cg_node node, name_index_names *names, void *data)
{
    struct name_index *index = *at ? *at : (*at = g_new0(struct name_index, 1));
    index->searches += node == 0;
    if (!index->entries && index->searches <= SEARCHES_WITHOUT) {
        return node < cg_graph_node_count(graph) ? node : CG_NONE;
    }
    if (!index->entries) {
        make_index(index, graph, names, data);
    }
    struct entry wanted = {hash_of(name, strlen(name)), node};
    guint i = lower_bound(index->entries, &wanted);
    const struct entry *found = &g_array_index(index->entries, struct entry, i);
    return i < index->entries->len && found->hash == wanted.hash ? found->node : CG_NONE;
}

void name_index_free(struct name_index *index)
{
    if (index && index->entries) {
        g_array_unref(index->entries);
    }
    g_free(index);
}
