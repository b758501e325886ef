/*
 * What is known of every graph that is asked: its functions in canonical order, how it was linked,
 * and failures while it is read.
 */
#include "core/cgquery.h"

#include <libcg/link.h>
#include <out_of_memory.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static uint32_t *rank_nodes(const struct cg_graph *graph)
{
    cg_node *order;
    if (cg_graph_canonical_order(&order, graph, NULL)) {
        memory_end();
    }
    uint32_t count = cg_graph_node_count(graph);
    uint32_t *rank = g_new(uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        rank[order[i]] = i;
    }
    free(order);
    return rank;
}

const uint32_t *query_rank(const struct query *query)
{
    if (!*query->rank) {
        *query->rank = rank_nodes(query->graph);
    }
    return *query->rank;
}

const char *query_virtual_mode(unsigned linked)
{
    return linked & CG_LINKED_RTA ? "rta" : linked & CG_LINKED_CHA ? "cha" : NULL;
}

void query_sum_up(const struct query *query, const char *format, ...)
{
    const struct options *options = &query->options;
    if (options->json || (options->format && strcmp(options->format, "text") != 0)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    cli_summary(options->output, "%s", text);
    g_free(text);
}

int query_fail(struct query *query, const struct cg_error *error)
{
    struct cg_error placed = *error;
    if (placed.file[0] == '\0' && query->graph_name) {
        g_strlcpy(placed.file, query->graph_name, sizeof placed.file);
    }
    cli_report(&placed);
    query->trouble = true;
    return CLI_TROUBLE;
}
