/* Tells apart the external definitions of a name: which stay functions of their own, and which of
 * them a call means. Used at the end of merging. */
#include "unite/namesakes.h"
#include "graph/graph_facts.h"
#include "identity/identity.h"
#include "linked/source_files.h"

#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

static int compare_keys(const void *a, const void *b)
{
    return strcmp(a, *(const char *const *)b);
}

bool namesakes_key_of_body(const char *key)
{
    static const char *const keys[] = {"classes",
                                       "codeStatistics",
                                       "cyclomaticComplexity",
                                       "definedIn",
                                       "estimateCallCount",
                                       "evidence",
                                       "loopCallDepth",
                                       "loopDepth",
                                       "mallocCollector",
                                       "numConditionalBranches",
                                       "numOperations",
                                       "numStatements",
                                       "outlined",
                                       "pointerFacts",
                                       "resolvedCalls",
                                       "sourceRange",
                                       "stackSize",
                                       "uniqueTypeMetaData",
                                       "unresolvedCalls",
                                       "uses"};
    return bsearch(key, keys, sizeof keys / sizeof *keys, sizeof *keys, compare_keys) != NULL;
}

bool namesakes_is_mixed(const struct cg_graph *graph, const struct node *node)
{
    if (identity_is_internal(node) || identity_is_definite(node)) {
        return false;
    }
    bool mixed = node->has_body || node->calls;
    for (uint32_t i = node->attributes; i && !mixed; i = graph->attributes[i - 1].next) {
        uint32_t key = graph->attributes[i - 1].key;
        mixed = !(key & ATTRIBUTE_OUTSIDE) && namesakes_key_of_body(graph_string(graph, key));
    }
    return mixed;
}

/* Whether some value of a node adds up when it meets another: with the same definition twice, too.
 */
static bool adds_up(const struct cg_graph *graph, const struct node *node,
                    const struct cg_registry *registry)
{
    bool adds = false;
    for (uint32_t i = registry ? node->attributes : 0; i && !adds;
         i = graph->attributes[i - 1].next) {
        uint32_t key = graph->attributes[i - 1].key;
        adds = !(key & ATTRIBUTE_OUTSIDE) &&
               cg_registry_strategy(registry, graph_string(graph, key))->counts;
    }
    return adds;
}

/* Whether a definition may be one with others of its name after all. */
static bool may_be_another(const struct cg_graph *graph, cg_node node,
                           const struct cg_registry *registry)
{
    return graph->nodes[node].is_virtual || adds_up(graph, &graph->nodes[node], registry) ||
           graph_get_attribute(graph, CG_ON_NODE, node, FACT_INTERPOSABLE) == FACT_TRUE;
}

/* The next node that is not internal, from one on. */
static cg_node next_of_name(const struct cg_graph *graph, cg_node node)
{
    while (node != CG_NONE && identity_is_internal(&graph->nodes[node])) {
        node = cg_graph_next_same_name(graph, node);
    }
    return node;
}

/* All definitions from the first on become one function. */
static void plan_one(struct namesakes *plan, cg_node first)
{
    const struct cg_graph *graph = plan->graph;
    for (cg_node n = next_of_name(graph, cg_graph_next_same_name(graph, first)); n != CG_NONE;
         n = next_of_name(graph, cg_graph_next_same_name(graph, n))) {
        plan->same[n] = first;
        plan->united[n] = plan->united[first] = true;
    }
}

static bool plan_ring(struct namesakes *plan, cg_node first)
{
    const struct cg_graph *graph = plan->graph;
    const struct node *nodes = graph->nodes;
    cg_node last = CG_NONE;
    bool ok = true;
    for (cg_node n = first; n != CG_NONE && ok;
         n = next_of_name(graph, cg_graph_next_same_name(graph, n))) {
        plan->other[n] = first;
        if (last != CG_NONE) {
            plan->other[last] = n;
        }
        last = n;
        ok = origin_index_add(&plan->definitions, nodes[n].name, nodes[n].origin, n);
    }
    return ok;
}

/* @param first of the nodes of a name that are not internal */
static bool plan_name(struct namesakes *plan, cg_node first, const struct cg_registry *registry,
                      bool one)
{
    const struct cg_graph *graph = plan->graph;
    if (next_of_name(graph, cg_graph_next_same_name(graph, first)) == CG_NONE) {
        return true;
    }
    for (cg_node n = first; n != CG_NONE && !one;
         n = next_of_name(graph, cg_graph_next_same_name(graph, n))) {
        one = may_be_another(graph, n, registry);
    }
    if (one) {
        plan_one(plan, first);
    }
    return one || plan_ring(plan, first);
}

bool namesakes_plan(struct namesakes *out, const struct cg_graph *graph,
                    const struct cg_registry *registry, bool one)
{
    size_t count = (size_t)graph->node_count + 1;
    *out = (struct namesakes){.graph = graph,
                              .same = malloc(count * sizeof *out->same),
                              .other = malloc(count * sizeof *out->other),
                              .united = calloc(count, sizeof *out->united),
                              .steady = source_files_steady(graph)};
    bool ok = out->same && out->other && out->united && out->steady;
    for (cg_node n = 0; n < graph->node_count && ok; n++) {
        out->same[n] = out->other[n] = n;
    }
    for (cg_node n = 0; n < graph->node_count && ok; n++) {
        bool leads = graph->chains[graph->nodes[n].name].first - 1 == n;
        cg_node first = leads ? next_of_name(graph, n) : CG_NONE;
        ok = first == CG_NONE || plan_name(out, first, registry, one);
    }
    if (!ok) {
        namesakes_free(out);
    }
    return ok;
}

void namesakes_free(struct namesakes *namesakes)
{
    free(namesakes->same);
    free(namesakes->other);
    free(namesakes->united);
    free(namesakes->steady);
    origin_index_free(&namesakes->definitions);
}

cg_node namesakes_meant(const struct namesakes *namesakes, cg_node caller, cg_node callee)
{
    const struct node *nodes = namesakes->graph->nodes;
    cg_node own =
        origin_index_find(&namesakes->definitions, nodes[callee].name, nodes[caller].origin);
    return own != CG_NONE && !namesakes->united[caller] &&
                   source_files_have_all(namesakes->steady, namesakes->graph, caller)
               ? own
               : CG_NONE;
}

cg_node namesakes_least(const struct namesakes *namesakes, cg_node node)
{
    const struct cg_graph *graph = namesakes->graph;
    cg_node least = node;
    for (cg_node n = namesakes->other[node]; n != node; n = namesakes->other[n]) {
        if (strcmp(cg_node_origin(graph, n), cg_node_origin(graph, least)) < 0) {
            least = n;
        }
    }
    return least;
}
