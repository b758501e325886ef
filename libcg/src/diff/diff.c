/* Compares two graphs: functions that came, went, moved or changed, and what the parts find. */
#include "diff/sides.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/versioned_options.h"
#include "query/common/query_internal.h"

#include <libcg/entries.h>
#include <libcg/query.h>

#include <stdlib.h>
#include <string.h>

int numbers_add(struct numbers *numbers, uint32_t number, struct cg_error *error)
{
    if (!cg_grow(&numbers->at, &numbers->capacity, numbers->count + 1, sizeof *numbers->at)) {
        return cg_fail_memory(error);
    }
    numbers->at[numbers->count++] = number;
    return CG_OK;
}

/* Set up a side; its counterparts are all CG_NONE. Release with side_clear, also after failure.
 *  @return CG_OK or CG_E_MEMORY */
static int side_make(struct side *out, const struct cg_graph *graph, struct cg_error *error)
{
    *out = (struct side){.graph = graph, .nodes = cg_graph_node_count(graph)};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_graph_canonical_order(&out->order, graph, error);
    }
    if (!status) {
        status = cg_query_allocate(&out->rank, out->nodes, sizeof *out->rank, error);
    }
    if (!status) {
        status = cg_query_allocate(&out->other, out->nodes, sizeof *out->other, error);
    }
    for (uint32_t i = 0; i < out->nodes && !status; i++) {
        out->rank[out->order[i]] = i;
        out->other[i] = CG_NONE;
    }
    return status;
}

static void side_clear(struct side *side)
{
    free(side->order);
    free(side->rank);
    free(side->other);
}

static int list_missing(struct numbers *out, const struct side *side, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < side->nodes && !status; i++) {
        if (side->other[side->order[i]] == CG_NONE) {
            status = numbers_add(out, side->order[i], error);
        }
    }
    return status;
}

static bool has_moved(const struct side *old_side, cg_node before, const struct side *new_side,
                      cg_node node)
{
    const char *from = cg_node_origin(old_side->graph, before);
    const char *to = cg_node_origin(new_side->graph, node);
    return from && to && strcmp(from, to) != 0;
}

/* Adds to each function's list if its condition holds. */
struct finding {
    struct numbers *list;
    bool holds;
};

static int list_findings(const struct finding *findings, size_t count, cg_node node,
                         struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = findings[i].holds ? numbers_add(findings[i].list, node, error) : CG_OK;
    }
    return status;
}

static int compare_functions(struct cg_diff *diff, const struct side *old_side,
                             const struct side *new_side, const uint32_t *old_distance,
                             const uint32_t *new_distance, struct cg_error *error)
{
    int status = list_missing(&diff->gone, old_side, error);
    if (!status) {
        status = list_missing(&diff->added, new_side, error);
    }
    for (uint32_t i = 0; i < new_side->nodes && !status; i++) {
        cg_node node = new_side->order[i];
        cg_node before = new_side->other[node];
        if (before == CG_NONE) {
            continue;
        }
        bool had = cg_node_has_body(old_side->graph, before);
        bool has = cg_node_has_body(new_side->graph, node);
        bool was = old_distance[before] != CG_NONE;
        bool is = new_distance[node] != CG_NONE;
        const struct finding findings[] = {
            {&diff->moved, has && had && has_moved(old_side, before, new_side, node)},
            {&diff->defined, has && !had},
            {&diff->undefined, had && !has},
            {&diff->reached, is && !was},
            {&diff->unreached, was && !is},
        };
        status = list_findings(findings, sizeof findings / sizeof *findings, node, error);
    }
    return status;
}

/* The distance of each function from the entry points of a graph. */
static int search_distances(uint32_t **out, const struct side *side, const cg_node *entries,
                            size_t count, struct cg_error *error)
{
    cg_node *found = NULL;
    int status = cg_query_allocate(out, side->nodes, sizeof **out, error);
    if (!status && !entries) {
        status = cg_graph_entries(&found, &count, side->graph, error);
    }
    if (!status) {
        status = cg_search(*out, side->graph,
                           &(struct cg_function_set){entries ? entries : found, count}, CG_CALLEES,
                           CG_NONE, error);
    }
    free(found);
    return status;
}

static int compare_reached(struct cg_diff *diff, const struct side *old_side,
                           const struct side *new_side, const struct cg_diff_options *options,
                           struct cg_error *error)
{
    uint32_t *old_distance = NULL, *new_distance = NULL;
    int status = search_distances(&old_distance, old_side, options->old_entries,
                                  options->old_entry_count, error);
    if (!status) {
        status = search_distances(&new_distance, new_side, options->new_entries,
                                  options->new_entry_count, error);
    }
    if (!status) {
        status = compare_functions(diff, old_side, new_side, old_distance, new_distance, error);
    }
    free(old_distance);
    free(new_distance);
    return status;
}

static int compare_sides(struct cg_diff *diff, struct side *old_side, struct side *new_side,
                         const struct cg_diff_options *options, struct cg_error *error)
{
    match_functions(old_side, new_side);
    int status = compare_reached(diff, old_side, new_side, options, error);
    if (!status) {
        status = compare_calls(&diff->calls_gone, NULL, old_side, new_side, error);
    }
    if (!status) {
        status = compare_calls(&diff->calls_added, &diff->calls_changed, new_side, old_side, error);
    }
    return status ? status : compare_cycles(diff, old_side, new_side, error);
}

int cg_diff(struct cg_diff **out, const struct cg_graph *old_graph,
            const struct cg_graph *new_graph, const struct cg_diff_options *options,
            struct cg_error *error)
{
    struct cg_diff_options own = CG_DIFF_OPTIONS_INIT;
    struct side old_side = {0}, new_side = {0};
    struct cg_diff *diff = NULL;
    int status = OPTIONS_TAKE(&own, options, cg_diff_options, error);
    if (!status) {
        status = cg_query_allocate(&diff, 1, sizeof *diff, error);
    }
    if (!status) {
        status = side_make(&old_side, old_graph, error);
    }
    if (!status) {
        status = side_make(&new_side, new_graph, error);
    }
    if (!status) {
        status = compare_sides(diff, &old_side, &new_side, &own, error);
    }
    if (status) {
        cg_diff_free(diff);
    } else {
        diff->new_of = old_side.other;
        diff->old_of = new_side.other;
        old_side.other = new_side.other = NULL;
        *out = diff;
    }
    side_clear(&old_side);
    side_clear(&new_side);
    return status;
}

void cg_diff_free(struct cg_diff *diff)
{
    if (!diff) {
        return;
    }
    uint32_t *const arrays[] = {
        diff->new_of,        diff->old_of,        diff->gone.at,        diff->added.at,
        diff->moved.at,      diff->defined.at,    diff->undefined.at,   diff->reached.at,
        diff->unreached.at,  diff->calls_gone.at, diff->calls_added.at, diff->calls_changed.at,
        diff->cycle_members,
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(arrays[i]);
    }
    free(diff->cycles);
    free(diff);
}

/* Asking */

const cg_node *cg_diff_new_of(const struct cg_diff *diff)
{
    return diff->new_of;
}

const cg_node *cg_diff_old_of(const struct cg_diff *diff)
{
    return diff->old_of;
}

struct cg_function_set cg_diff_gone(const struct cg_diff *diff)
{
    return (struct cg_function_set){diff->gone.at, diff->gone.count};
}

struct cg_function_set cg_diff_added(const struct cg_diff *diff)
{
    return (struct cg_function_set){diff->added.at, diff->added.count};
}

struct cg_function_set cg_diff_moved(const struct cg_diff *diff)
{
    return (struct cg_function_set){diff->moved.at, diff->moved.count};
}

struct cg_function_set cg_diff_defined(const struct cg_diff *diff)
{
    return (struct cg_function_set){diff->defined.at, diff->defined.count};
}

struct cg_function_set cg_diff_undefined(const struct cg_diff *diff)
{
    return (struct cg_function_set){diff->undefined.at, diff->undefined.count};
}

struct cg_function_set cg_diff_reached(const struct cg_diff *diff)
{
    return (struct cg_function_set){diff->reached.at, diff->reached.count};
}

struct cg_function_set cg_diff_unreached(const struct cg_diff *diff)
{
    return (struct cg_function_set){diff->unreached.at, diff->unreached.count};
}

struct cg_call_set cg_diff_calls_gone(const struct cg_diff *diff)
{
    return (struct cg_call_set){diff->calls_gone.at, diff->calls_gone.count};
}

struct cg_call_set cg_diff_calls_added(const struct cg_diff *diff)
{
    return (struct cg_call_set){diff->calls_added.at, diff->calls_added.count};
}

struct cg_call_set cg_diff_calls_changed(const struct cg_diff *diff)
{
    return (struct cg_call_set){diff->calls_changed.at, diff->calls_changed.count};
}

size_t cg_diff_cycle_count(const struct cg_diff *diff)
{
    return diff->cycle_count;
}

const struct cg_diff_cycle *cg_diff_cycle_at(const struct cg_diff *diff, size_t i)
{
    return i < diff->cycle_count ? &diff->cycles[i] : NULL;
}
