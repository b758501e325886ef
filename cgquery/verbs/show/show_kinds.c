/* Reports requested kinds without values, and why. */
#include "names/chosen_functions.h"
#include "verbs/show/show.h"

#include <libcg/kinds.h>

#include <string.h>

static void add_keys(GHashTable *keys, const struct cg_graph *graph, enum cg_place place,
                     uint32_t number)
{
    struct cg_metadata_walk walk = {0};
    while (cg_metadata_next(&walk, graph, place, number)) {
        g_hash_table_add(keys, (gpointer)walk.key);
    }
}

/* All keys with values in the graph, borrowed from it. */
static GHashTable *keys_of(const struct cg_graph *graph)
{
    GHashTable *keys = g_hash_table_new(g_str_hash, g_str_equal);
    add_keys(keys, graph, CG_ON_GRAPH, 0);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        add_keys(keys, graph, CG_ON_NODE, node);
    }
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        add_keys(keys, graph, CG_ON_EDGE, edge);
    }
    return keys;
}

/* The most similar key, the first among equals; NULL if none is similar. */
static const char *closest(GHashTable *keys, const char *wanted)
{
    const char *best = NULL;
    unsigned least = G_MAXUINT;
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, keys);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        unsigned score = suggest_score(wanted, key, strlen(key));
        if (score < least || (best && score == least && strcmp(key, best) < 0)) {
            least = score;
            best = key;
        }
    }
    return best;
}

static void note_unknown(const struct showing *showing, GHashTable *keys, const char *wanted)
{
    const struct cg_metadata_kind *kind;
    for (size_t i = 0; (kind = cg_registry_at(showing->query->kinds.registry, i)); i++) {
        g_hash_table_add(keys, (gpointer)kind->key);
    }
    const char *close = closest(keys, wanted);
    char *shown = cli_printable(wanted), *plain = close ? cli_printable(close) : NULL;
    cli_note("no kind of metadata '%s' is known, or in the graph%s%s%s", shown,
             plain ? "; did you mean " : "", plain ? plain : "", plain ? "?" : "");
    g_free(shown);
    g_free(plain);
}

void show_note_kinds(const struct showing *showing)
{
    const struct query *query = showing->query;
    GHashTable *keys = NULL;
    for (char **wanted = query->options.kinds; wanted && *wanted; wanted++) {
        const struct cg_metadata_kind *kind = cg_registry_find(query->kinds.registry, *wanted);
        if (kind && kind->structural) {
            cli_note("'%s' is part of what the graph is made of: %s", *wanted,
                     kind->places & CG_ON_GRAPH  ? "'cgquery stats' shows where it starts"
                     : kind->places & CG_ON_EDGE ? "'show --edges' shows it without --kind"
                                                 : "'show' shows it without --kind");
        } else if (!kind) {
            keys = keys ? keys : keys_of(query->graph);
            if (!g_hash_table_contains(keys, *wanted)) {
                note_unknown(showing, keys, *wanted);
            }
        }
    }
    if (keys) {
        g_hash_table_unref(keys);
    }
}
