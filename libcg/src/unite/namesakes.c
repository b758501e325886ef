/* Tells apart the external definitions of a name: which stay functions of their own, and which of
 * them a call means. Used at the end of merging. */
#include "unite/namesakes.h"
#include "graph/facts.h"
#include "graph/identity.h"
#include "graph/source_files.h"

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

/* Whether two definitions of a name are of different programs. */
static bool is_of_several(const struct namesakes *plan, cg_node first)
{
    const struct cg_graph *graph = plan->graph;
    bool several = false;
    for (cg_node a = first; a != CG_NONE && !several;
         a = next_of_name(graph, cg_graph_next_same_name(graph, a))) {
        uint32_t file = graph->nodes[a].origin;
        for (cg_node b = next_of_name(graph, cg_graph_next_same_name(graph, a));
             b != CG_NONE && !several; b = next_of_name(graph, cg_graph_next_same_name(graph, b))) {
            several = file_programs_differ(&plan->files, file, graph->nodes[b].origin);
        }
    }
    return several;
}

/* Whether some may be apart, if each of them may be. */
static bool may_be_apart(const struct namesakes *plan, cg_node first,
                         const struct cg_merge_options *options)
{
    bool part = options->definitions == CG_DEFINITIONS_PART;
    bool whole = options->definitions == CG_DEFINITIONS_WHOLE && plan->files.several;
    return options->separate_programs ||
           ((part || (whole && is_of_several(plan, first))) && !plan->crowded[first]);
}

static bool are_one(const struct namesakes *plan, cg_node first,
                    const struct cg_merge_options *options)
{
    bool apart = may_be_apart(plan, first, options);
    for (cg_node n = first; n != CG_NONE && apart;
         n = next_of_name(plan->graph, cg_graph_next_same_name(plan->graph, n))) {
        apart = !may_be_another(plan->graph, n, options->registry);
    }
    return !apart;
}

static void plan_name(struct namesakes *plan, cg_node first, const struct cg_merge_options *options)
{
    const struct cg_graph *graph = plan->graph;
    cg_node last = first, n = next_of_name(graph, cg_graph_next_same_name(graph, first));
    bool one = n != CG_NONE && are_one(plan, first, options);
    for (; n != CG_NONE; n = next_of_name(graph, cg_graph_next_same_name(graph, n))) {
        if (one) {
            plan->same[n] = first;
        } else {
            plan->other[last] = n;
            plan->other[n] = first;
            last = n;
        }
    }
}

static cg_node first_of_name(const struct cg_graph *graph, cg_node node)
{
    return next_of_name(graph, graph->chains[graph->nodes[node].name].first - 1);
}

static int compare_pairs(const void *a, const void *b)
{
    const uint64_t *one = a, *two = b;
    return (*one > *two) - (*one < *two);
}

/* Note the names that too many call. With more graphs they stay so: how parts were merged does not
 * matter. @param pairs of the first definition and a caller, sorted */
static void note_crowded(struct namesakes *plan, const uint64_t *pairs, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        cg_node first = (cg_node)(pairs[i] >> 32);
        uint64_t callers = 0, definitions = 0;
        for (next = i; next < count && pairs[next] >> 32 == first; next++) {
            callers += next == i || pairs[next] != pairs[next - 1];
        }
        for (cg_node n = first; n != CG_NONE;
             n = next_of_name(plan->graph, cg_graph_next_same_name(plan->graph, n))) {
            definitions++;
        }
        plan->crowded[first] = callers * definitions > CG_LIMIT_DEFINITIONS;
    }
}

static bool find_crowded(struct namesakes *plan)
{
    const struct cg_graph *graph = plan->graph;
    uint64_t *pairs = malloc(((size_t)graph->edge_count + 1) * sizeof *pairs);
    size_t count = 0;
    for (cg_edge e = 0; pairs && e < graph->edge_count; e++) {
        cg_node callee = graph->callees[e], first = first_of_name(graph, callee);
        bool several = first != CG_NONE && !identity_is_internal(&graph->nodes[callee]) &&
                       next_of_name(graph, cg_graph_next_same_name(graph, first)) != CG_NONE;
        if (several) {
            pairs[count++] = (uint64_t)first << 32 | graph->callers[e];
        }
    }
    if (pairs) {
        qsort(pairs, count, sizeof *pairs, compare_pairs);
        note_crowded(plan, pairs, count);
    }
    free(pairs);
    return pairs != NULL;
}

bool namesakes_plan(struct namesakes *out, const struct cg_graph *graph,
                    const struct cg_merge_options *options)
{
    size_t bytes = ((size_t)graph->node_count + 1) * sizeof(cg_node);
    *out = (struct namesakes){.graph = graph,
                              .same = malloc(bytes),
                              .other = malloc(bytes),
                              .crowded = calloc((size_t)graph->node_count + 1, sizeof(bool))};
    if (!out->same || !out->other || !out->crowded ||
        !file_programs_find(&out->files, graph, options->programs) || !find_crowded(out)) {
        namesakes_free(out);
        return false;
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        out->same[n] = out->other[n] = n;
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        if (first_of_name(graph, n) == n) {
            plan_name(out, n, options);
        }
    }
    return true;
}

void namesakes_free(struct namesakes *namesakes)
{
    free(namesakes->same);
    free(namesakes->other);
    free(namesakes->crowded);
    file_programs_free(&namesakes->files);
}

/* Whether a plan makes one function of a node and other definitions of its name. */
static bool is_united(const struct namesakes *plan, cg_node node)
{
    const struct cg_graph *graph = plan->graph;
    bool united = plan->same[node] != node;
    for (cg_node n = node; n != CG_NONE && !united; n = cg_graph_next_same_name(graph, n)) {
        united = n != node && plan->same[n] == node;
    }
    return united;
}

bool namesakes_is_meant(const struct namesakes *namesakes, const struct namesakes_meant *meant,
                        cg_node definition)
{
    uint32_t file = namesakes->graph->nodes[definition].origin;
    return meant->own == CG_NONE ? !file_programs_differ(&namesakes->files, meant->file, file)
                                 : definition == meant->own;
}

struct namesakes_meant namesakes_meant(const struct namesakes *namesakes, cg_node caller,
                                       cg_node callee)
{
    const struct node *nodes = namesakes->graph->nodes;
    bool whole = source_files_have_all(namesakes->files.steady, namesakes->graph, caller) &&
                 !is_united(namesakes, caller);
    struct namesakes_meant meant = {CG_NONE, CG_NO_STRING};
    cg_node n = callee;
    bool none = true;
    meant.file = whole ? nodes[caller].origin : CG_NO_STRING;
    do {
        meant.own = whole && nodes[n].origin == nodes[caller].origin ? n : meant.own;
        none = none && !namesakes_is_meant(namesakes, &meant, n);
        n = namesakes->other[n];
    } while (n != callee && meant.own == CG_NONE);
    meant.file = none ? CG_NO_STRING : meant.file; /* a library's, which is not in the graph */
    return meant;
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
