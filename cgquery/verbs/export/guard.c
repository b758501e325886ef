/* Refuses drawings that nobody could read, and suggests smaller ones. */
#include "verbs/export/export.h"

#include "names/sets.h"

#include <libcg/entries.h>

#include <stdlib.h>
#include <string.h>

#define STEPS 12

uint32_t export_most(const struct exporting *x, const struct export_format *format)
{
    return format->most && x->query->options.max_functions >= 0
               ? (uint32_t)x->query->options.max_functions
               : format->most;
}

/* The number of functions that a set leaves; 0 if the set is wrong. */
static uint32_t count_in(struct exporting *x, const char *set)
{
    bool *in = g_new0(bool, (gsize)x->node_count + 1);
    uint32_t count = 0;
    if (query_set(in, x->query, set) == CLI_OK) {
        for (uint32_t i = 0; i < x->node_count; i++) {
            count += in[i];
        }
    }
    g_free(in);
    return count;
}

/* Whether a name can be used in a set unquoted, and within single quotes. */
static bool is_plain(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "_./+-") == strlen(text);
}

static void suggest(struct exporting *x, const char *set)
{
    char *const *options = x->query->options.include;
    char *in = options ? options_union(options) : NULL;
    uint32_t count = count_in(x, set);
    char *whole = in ? g_strdup_printf("(%s) & %s", in, set) : g_strdup(set);
    if (!strchr(whole, '\'')) {
        cli_note("--include '%s' leaves %u function%s", whole, count, cli_s(count));
    }
    g_free(whole);
    g_free(in);
}

/* The program's file with the most functions that is small enough; not a system header. */
static void suggest_file(struct exporting *x, uint32_t most)
{
    GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);
    const char *best = NULL;
    uint32_t best_count = 0;
    for (uint32_t i = 0; i < x->node_count; i++) {
        const char *file = cg_node_origin(x->query->graph, x->nodes[i]);
        if (file && is_plain(file)) {
            gpointer old = g_hash_table_lookup(counts, file);
            g_hash_table_insert(counts, (gpointer)file,
                                GUINT_TO_POINTER(GPOINTER_TO_UINT(old) + 1));
        }
    }
    for (uint32_t i = 0; i < x->node_count; i++) {
        const char *file = cg_node_origin(x->query->graph, x->nodes[i]);
        uint32_t count = file ? GPOINTER_TO_UINT(g_hash_table_lookup(counts, file)) : 0;
        bool nearer = best && *best == '/' && file && *file != '/';
        bool further = best && *best != '/' && file && *file == '/';
        if (count > 0 && count <= most && !further && (nearer || count > best_count)) {
            best = file;
            best_count = count;
        }
    }
    g_hash_table_unref(counts);
    if (best) {
        char *set = g_strdup_printf("file(%s)", best);
        suggest(x, set);
        g_free(set);
    }
}

/* The function with the most callees, or the entry point. */
static cg_node choose_centre(const struct exporting *x)
{
    const struct cg_graph *graph = x->query->graph;
    cg_node centre = cg_graph_main(graph);
    uint32_t best = 0;
    for (uint32_t i = 0; i < x->node_count && centre == CG_NONE; i++) {
        cg_edge first;
        uint32_t count = cg_node_out_edges(graph, x->nodes[i], &first);
        best = count > best && is_plain(cg_node_name(graph, x->nodes[i])) ? count : best;
    }
    for (uint32_t i = 0; i < x->node_count && centre == CG_NONE; i++) {
        cg_edge first;
        if (cg_node_out_edges(graph, x->nodes[i], &first) == best &&
            is_plain(cg_node_name(graph, x->nodes[i]))) {
            centre = x->nodes[i];
        }
    }
    return centre;
}

static char *around(const char *name, unsigned steps)
{
    return g_strdup_printf("%s | callees(%s, %u)", name, name, steps);
}

/* The largest distance from the entry points that fits. */
static void suggest_near(struct exporting *x, uint32_t most)
{
    cg_node centre = choose_centre(x);
    const char *name = centre == CG_NONE ? "" : cg_node_name(x->query->graph, centre);
    char *best = NULL;
    uint32_t best_count = 1;
    for (unsigned steps = 1; is_plain(name) && steps <= STEPS; steps++) {
        char *set = around(name, steps);
        uint32_t count = count_in(x, set);
        if (count <= best_count || count > most) {
            g_free(set);
            break;
        }
        g_free(best);
        best = set;
        best_count = count;
    }
    if (best) {
        char *set = x->query->options.include ? g_strdup_printf("(%s)", best) : g_strdup(best);
        suggest(x, set);
        g_free(set);
    }
    g_free(best);
}

int export_refuse_size(struct exporting *x, const struct export_format *format)
{
    uint32_t most = export_most(x, format);
    cli_error("a drawing of %u functions cannot be read; --include SET takes a part of at most %u, "
              "--max-functions=N draws up to N, --max-functions=0 all",
              (unsigned)x->node_count, (unsigned)most);
    suggest_file(x, most);
    suggest_near(x, most);
    return CLI_TROUBLE;
}
