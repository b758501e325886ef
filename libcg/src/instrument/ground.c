/*
 * Marks candidates, finds entry points and what they reach, and adds up statements along the calls
 * for the strategies.
 */
#include "instrument/ground.h"

#include "base/error.h"
#include "base/versioned_options.h"
#include "query/common/query_internal.h"

#include <libcg/dead.h>
#include <libcg/entries.h>
#include <libcg/inclusive.h>
#include <libcg/kinds.h>
#include <libcg/metadata.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_made_by_compiler(const char *name)
{
    static const char *const starts[] = {"_GLOBAL__", "__cxx_global_", "__static_initialization_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (strncmp(name, starts[i], strlen(starts[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_always_inlined(const struct cg_graph *graph, cg_node node)
{
    struct cg_inline_info info;
    return cg_inline_info(&info, graph, node) && info.marked_always_inline;
}

void cg_instrumentable(bool *set, const struct cg_graph *graph)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        set[node] = cg_node_has_body(graph, node) && !cg_in_system_header(graph, node) &&
                    !is_always_inlined(graph, node) &&
                    !is_made_by_compiler(cg_node_name(graph, node)) &&
                    !cg_has_attribute(graph, node, "no_instrument_function") &&
                    !cg_has_attribute(graph, node, "no_profile_instrument_function");
    }
}

static int find_entries(struct ground *ground, struct cg_error *error)
{
    struct cg_function_set *entries = &ground->options.entries;
    if (entries->count) {
        return cg_query_check_nodes(ground->graph, entries->nodes, entries->count, error);
    }
    int status = cg_graph_entries(&ground->entries, &entries->count, ground->graph, error);
    entries->nodes = ground->entries;
    return status;
}

/* Remove what cannot be reached. */
static int leave_unreached(struct ground *ground, struct cg_error *error)
{
    const struct cg_function_set *entries = &ground->options.entries;
    struct cg_dead *dead = NULL;
    int status = cg_search(ground->distance, ground->graph, entries, CG_CALLEES, CG_NONE, error);
    if (!status && ground->options.beyond) {
        status = cg_dead(&dead, ground->graph, entries->nodes, entries->count, NULL, error);
    }
    for (cg_node node = 0; node < ground->nodes && !status; node++) {
        bool reached = ground->distance[node] != CG_NONE;
        bool may = dead && cg_dead_can_run(cg_dead_reason(dead, node)) != CG_NO;
        ground->runs[node] = reached || may;
        ground->can[node] = ground->can[node] && ground->runs[node];
    }
    cg_dead_free(dead);
    return status;
}

int ground_lay(struct ground *ground, const struct cg_graph *graph,
               const struct cg_choose_options *options, struct cg_error *error)
{
    *ground = (struct ground){.graph = graph, .options = CG_CHOOSE_OPTIONS_INIT};
    int status = OPTIONS_TAKE(&ground->options, options, cg_choose_options, error);
    status = status ? status : cg_query_check_graph(graph, error);
    if (status) {
        return status;
    }
    ground->nodes = cg_graph_node_count(graph);
    ground->options.key = ground->options.key ? ground->options.key : CG_KEY_NUM_STATEMENTS;
    status = cg_query_allocate(&ground->can, ground->nodes, sizeof *ground->can, error);
    if (!status) {
        status = cg_query_allocate(&ground->runs, ground->nodes, sizeof *ground->runs, error);
    }
    if (!status) {
        status =
            cg_query_allocate(&ground->distance, ground->nodes, sizeof *ground->distance, error);
    }
    status = status ? status : find_entries(ground, error);
    if (!status) {
        cg_instrumentable(ground->can, graph);
        status = leave_unreached(ground, error);
    }
    return status;
}

void ground_clear(struct ground *ground)
{
    free(ground->entries);
    free(ground->runs);
    free(ground->can);
    free(ground->distance);
}

/* Read the numbers of `key`: 0 where there is none. @param has may be NULL */
static int read_values(double *values, bool *has, const struct ground *ground,
                       struct cg_error *error)
{
    char *buffer = NULL;
    bool exhausted = false;
    for (cg_node node = 0; node < ground->nodes && !exhausted; node++) {
        values[node] = 0;
        bool found = cg_metadata_number(&values[node], ground->graph, CG_ON_NODE, node,
                                        ground->options.key, &buffer);
        if (has) {
            has[node] = found;
        }
        exhausted = isnan(values[node]);
    }
    free(buffer);
    return exhausted ? cg_fail_memory(error) : CG_OK;
}

int ground_sums(double **sums, bool **known, const struct ground *ground, struct cg_error *error)
{
    double *values = NULL;
    bool *has = NULL;
    int status = cg_query_allocate(&values, ground->nodes, sizeof *values, error);
    status = status ? status : cg_query_allocate(&has, ground->nodes, sizeof *has, error);
    if (!status) {
        status = read_values(values, has, ground, error);
    }
    if (!status) {
        status = cg_inclusive_sums(values, ground->graph, values, CG_CALLEES, error);
    }
    if (!status && known) {
        status = cg_inclusive_known(has, ground->graph, has, error);
    }
    if (status || !known) {
        free(has);
        has = NULL;
    }
    if (status) {
        free(values);
        return status;
    }
    *sums = values;
    if (known) {
        *known = has;
    }
    return CG_OK;
}

static bool comes_before(const struct cg_graph *graph, cg_node a, cg_node b)
{
    int order = strcmp(cg_node_name(graph, a), cg_node_name(graph, b));
    const char *x = cg_node_origin(graph, a), *y = cg_node_origin(graph, b);
    return order ? order < 0 : strcmp(x ? x : "", y ? y : "") < 0;
}

cg_node ground_caller_towards(const struct ground *ground, const uint32_t *distance, cg_node node)
{
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(ground->graph, node, &edges);
    cg_node best = CG_NONE;
    for (uint32_t i = 0; i < count; i++) {
        cg_node caller = cg_edge_caller(ground->graph, edges[i]);
        if (distance[caller] < distance[node] && !cg_query_is_guess(ground->graph, edges[i]) &&
            (best == CG_NONE || comes_before(ground->graph, caller, best))) {
            best = caller;
        }
    }
    return best;
}

int ground_choose_entries(struct cg_choice *choice, const struct ground *ground,
                          struct cg_error *error)
{
    const struct cg_function_set *entries = &ground->options.entries;
    int status = CG_OK;
    for (size_t i = 0; i < entries->count && !status; i++) {
        struct cg_chosen chosen = {
            .node = entries->nodes[i], .why = CG_CHOSEN_ENTRY, .because = CG_NONE};
        status = ground->can[chosen.node] ? choice_add(choice, &chosen, error) : CG_OK;
    }
    return status;
}
