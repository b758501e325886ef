/* Finds what overrides virtual members: breadth first, from bases to derived classes. */
#include "classes/overriders.h"

#include "base/error.h"
#include "base/rows.h"

#include <stdlib.h>

/* Override pairs by base: those of node n are derived[first[n]] up to derived[first[n + 1]]. */
struct overriders {
    uint32_t *first;
    cg_node *derived;
    cg_node *todo; /**< marked nodes, each once */
};

static bool reserve(struct overriders *o, uint32_t nodes, uint32_t pairs)
{
    o->first = calloc((size_t)nodes + 2, sizeof *o->first);
    o->derived = malloc(((size_t)pairs + 1) * sizeof *o->derived);
    o->todo = malloc(((size_t)nodes + 1) * sizeof *o->todo);
    return o->first && o->derived && o->todo;
}

static void sort_pairs(struct overriders *o, const struct cg_graph *graph, uint32_t nodes)
{
    uint32_t pairs = cg_graph_override_count(graph);
    cg_node derived, base;
    for (uint32_t i = 0; i < pairs; i++) {
        cg_graph_override_at(graph, i, &derived, &base);
        rows_count(o->first, base);
    }
    rows_begin(o->first, nodes);
    for (uint32_t i = 0; i < pairs; i++) {
        cg_graph_override_at(graph, i, &derived, &base);
        o->derived[rows_place(o->first, base)] = derived;
    }
}

static void mark_derived(struct overriders *o, uint32_t nodes, bool *marked)
{
    size_t count = 0;
    for (cg_node n = 0; n < nodes; n++) {
        if (marked[n]) {
            o->todo[count++] = n;
        }
    }
    for (size_t done = 0; done < count; done++) {
        cg_node base = o->todo[done];
        for (size_t i = o->first[base]; i < o->first[(size_t)base + 1]; i++) {
            cg_node derived = o->derived[i];
            if (!marked[derived]) {
                marked[derived] = true;
                o->todo[count++] = derived;
            }
        }
    }
}

int overriders_mark(const struct cg_graph *graph, bool *marked, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    struct overriders o;
    bool ok = reserve(&o, nodes, cg_graph_override_count(graph));
    if (ok) {
        sort_pairs(&o, graph, nodes);
        mark_derived(&o, nodes, marked);
    }
    free(o.first);
    free(o.derived);
    free(o.todo);
    return ok ? CG_OK : cg_fail_memory(error);
}
