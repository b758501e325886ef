/* Where a program begins: its entry points, and what runs when it is loaded. */
#include <libcg/entries.h>
#include <libcg/facts.h>
#include <libcg/kinds.h>
#include <libcg/link.h>

#include "query/common/query_internal.h"

#include <string.h>

static bool is_internal(const struct cg_graph *graph, cg_node node)
{
    return cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL;
}

/* Whether of two functions named main the first is rather the program's: one that is internal to
 * its file is not. Which of several internal ones it is must not depend on the order of the nodes.
 */
static bool is_rather_main(const struct cg_graph *graph, cg_node a, cg_node b)
{
    bool differ = is_internal(graph, a) != is_internal(graph, b);
    return differ ? is_internal(graph, b) : cg_query_compare(graph, a, b) < 0;
}

cg_node cg_graph_main(const struct cg_graph *graph)
{
    cg_node entry = cg_graph_entry(graph);
    if (entry != CG_NONE) {
        return entry;
    }
    for (cg_node n = cg_graph_find(graph, "main"); n != CG_NONE;
         n = cg_graph_find_next(graph, "main", n)) {
        bool better = entry == CG_NONE || is_rather_main(graph, n, entry);
        entry = cg_node_has_body(graph, n) && better ? n : entry;
    }
    return entry;
}

bool cg_begins_program(const struct cg_graph *graph, cg_node node)
{
    cg_node entry = cg_graph_entry(graph);
    const char *start = entry == CG_NONE ? "main" : cg_node_name(graph, entry);
    if (strcmp(cg_node_name(graph, node), start) != 0) {
        return false;
    }
    entry = cg_graph_main(graph);
    return node == entry || (entry != CG_NONE && cg_node_has_body(graph, node) &&
                             !is_internal(graph, entry) && !is_internal(graph, node));
}

bool cg_runs_at_load(const struct cg_graph *graph, cg_node node)
{
    const char *name = cg_node_name(graph, node);
    return strncmp(name, "_GLOBAL__", strlen("_GLOBAL__")) == 0 ||
           cg_has_attribute(graph, node, "constructor") ||
           cg_has_attribute(graph, node, "destructor");
}

/* Linking of a library lets escape what others may call: by name, perhaps less than what is not
 * internal, and by address, such as what is in a table that the library exports. */
static bool is_exported(const struct cg_graph *graph, cg_node node, bool linked)
{
    return cg_node_has_body(graph, node) &&
           (linked ? cg_node_truth(graph, node, CG_KEY_ESCAPES) == CG_TRUTH_TRUE
                   : !is_internal(graph, node));
}

int cg_graph_entries(cg_node **out, size_t *count, const struct cg_graph *graph,
                     struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    cg_node start = cg_graph_main(graph);
    unsigned how = cg_graph_linked(graph);
    bool linked = how & CG_LINKED_NAMED && !(how & CG_LINKED_PROGRAM);
    int status = cg_query_allocate(out, nodes, sizeof **out, error);
    *count = 0;
    for (cg_node node = 0; !status && node < nodes; node++) {
        if (cg_begins_program(graph, node) ||
            (start == CG_NONE && is_exported(graph, node, linked)) ||
            cg_runs_at_load(graph, node)) {
            (*out)[(*count)++] = node;
        }
    }
    return status;
}
