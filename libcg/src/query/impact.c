/* Functions that a change may affect: what leads to it, also by calls that are unknown. */
#include <libcg/impact.h>

#include "query/common/query_internal.h"
#include "query/external_reach.h"

#include <libcg/metadata.h>
#include <libcg/query.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

/* Ways in which an unknown call finds a function, besides those of enum external_ways. */
enum {
    BY_TAKEN_ADDRESS = 1u << 5,
    BY_TABLE = 1u << 6, /* it is a virtual method */
    BY_ANYTHING = 1u << 7,
};

struct cg_impact {
    uint32_t *distance;
    cg_node *exposed;
    size_t exposed_count;
    cg_node *unresolved;
    size_t unresolved_count;
    cg_node *outside;
    size_t outside_count;
    uint32_t *beyond;
    uint32_t unrecorded;
    bool records_unresolved_calls;
    bool linked;
};

struct work {
    const struct cg_graph *graph;
    struct external outside;
    uint8_t *calls; /* by node: ways its calls use */
    uint8_t *is;    /* by node: ways to find it */
    struct cg_impact *impact;
};

static bool is_reason(const struct cg_site *site, const char *reason)
{
    return site->reason && strcmp(site->reason, reason) == 0;
}

/* An unknown pointer holds an address that was taken somewhere. If uncollected code may name
 * functions, it may have passed the address of any. */
static uint8_t ways_of_site(const struct external *outside, const struct cg_site *site)
{
    enum cg_open_extent extent =
        outside->linked ? cg_unresolved_call_extent(site) : CG_OPEN_ANYTHING;
    bool by_table = is_reason(site, CG_OPEN_VIRTUAL);
    if (extent == CG_OPEN_ANYTHING && !by_table && !is_reason(site, CG_OPEN_POINTER) &&
        !is_reason(site, CG_OPEN_COROUTINE) && !is_reason(site, CG_UNRESOLVED_CALLBACK)) {
        return BY_ANYTHING;
    }
    bool any_may_name = outside->library || outside->has_possible_program_code;
    uint8_t ways = EXTERNAL_BY_POINTER;
    if (extent == CG_OPEN_ANYTHING) {
        ways |= BY_TAKEN_ADDRESS | (by_table ? BY_TABLE : 0);
    }
    return ways | (extent == CG_OPEN_NAMED || any_may_name ? EXTERNAL_NAMED : 0);
}

static int add_sites(uint8_t *ways, const struct external *outside, cg_node node,
                     struct cg_error *error)
{
    struct cg_site_list *sites;
    int status = cg_sites_read(&sites, outside->graph, node, CG_KEY_UNRESOLVED_CALLS, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < cg_site_list_count(sites); i++) {
        *ways |= ways_of_site(outside, cg_site_list_at(sites, i));
    }
    cg_site_list_free(sites);
    return CG_OK;
}

/* The ways of a function's unknown calls. */
static int find_calls(struct work *work, cg_node node, struct cg_error *error)
{
    unsigned ways;
    int status = external_enter(&ways, &work->outside, node, error);
    work->calls[node] = (uint8_t)ways;
    if (!status && work->outside.calls[node] == CALLS_ANYTHING) {
        status = add_sites(&work->calls[node], &work->outside, node, error);
    }
    work->impact->unrecorded +=
        cg_node_has_body(work->graph, node) && work->outside.calls[node] == CALLS_UNRECORDED;
    return status;
}

static void find_ways(struct work *work, cg_node node)
{
    bool given = external_has_address(&work->outside, node);
    bool mistyped = external_calls_by_address(&work->outside, EXTERNAL_MISTYPED, node);
    bool taken = cg_metadata_has(work->graph, CG_ON_NODE, node, CG_KEY_ADDRESS_TAKEN);
    work->is[node] = BY_ANYTHING;
    work->is[node] |= given ? external_kept_as(&work->outside, node) : 0;
    work->is[node] |= mistyped ? EXTERNAL_MISTYPED : 0;
    work->is[node] |= external_has_name(&work->outside, node) ? EXTERNAL_NAMED : 0;
    work->is[node] |= taken ? BY_TAKEN_ADDRESS : 0;
    work->is[node] |= cg_node_is_virtual(work->graph, node) ? BY_TABLE : 0;
}

static int look_over(struct work *work, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(work->graph);
    int status = external_read(&work->outside, work->graph, false, error);
    if (!status) {
        status = cg_query_allocate(&work->calls, nodes, sizeof *work->calls, error);
    }
    if (!status) {
        status = cg_query_allocate(&work->is, nodes, sizeof *work->is, error);
    }
    for (cg_node node = 0; node < nodes && !status; node++) {
        status = find_calls(work, node, error);
        find_ways(work, node);
    }
    work->impact->records_unresolved_calls = work->outside.records_unresolved_calls;
    work->impact->linked = work->outside.linked;
    return status;
}

/* The ways to any function that has a distance in either. */
static uint8_t ways_to(const struct work *work, const uint32_t *beyond)
{
    uint8_t ways = 0;
    for (cg_node node = 0; node < cg_graph_node_count(work->graph); node++) {
        bool leads = work->impact->distance[node] != CG_NONE || beyond[node] != CG_NONE;
        ways |= leads ? work->is[node] : 0;
    }
    return ways;
}

/* All functions that may call in some of the ways, collected or not. */
static void list_callers(struct work *work, uint8_t ways)
{
    struct cg_impact *impact = work->impact;
    impact->unresolved_count = impact->outside_count = 0;
    for (cg_node node = 0; node < cg_graph_node_count(work->graph); node++) {
        if (impact->distance[node] == CG_NONE && (work->calls[node] & ways)) {
            bool collected = cg_node_has_body(work->graph, node);
            cg_node *list = collected ? impact->unresolved : impact->outside;
            list[(*(collected ? &impact->unresolved_count : &impact->outside_count))++] = node;
        }
    }
}

static int search_beyond(const struct work *work, uint32_t *distance, cg_node *starts,
                         struct cg_error *error)
{
    const struct cg_impact *impact = work->impact;
    size_t count = 0;
    for (size_t i = 0; i < impact->unresolved_count; i++) {
        starts[count++] = impact->unresolved[i];
    }
    for (size_t i = 0; i < impact->outside_count; i++) {
        starts[count++] = impact->outside[i];
    }
    return cg_search(distance, work->graph, &(struct cg_function_set){starts, count}, CG_CALLERS,
                     CG_NONE, error);
}

/* Functions that lead to those in `beyond` may be called in turn, in further ways; so there is at
 * most one round per way. */
static int walk_callers(struct work *work, cg_node *starts, struct cg_error *error)
{
    uint32_t *beyond = work->impact->beyond;
    uint8_t ways = 0;
    int status = search_beyond(work, beyond, starts, error);
    while (!status && ways_to(work, beyond) != ways) {
        ways = ways_to(work, beyond);
        list_callers(work, ways);
        status = search_beyond(work, beyond, starts, error);
    }
    return status;
}

static uint8_t ways_of(const struct work *work, const cg_node *nodes, size_t count)
{
    uint8_t ways = 0;
    for (size_t i = 0; i < count; i++) {
        ways |= work->calls[nodes[i]];
    }
    return ways;
}

static void conclude(struct work *work)
{
    struct cg_impact *impact = work->impact;
    uint8_t used = ways_of(work, impact->unresolved, impact->unresolved_count) |
                   ways_of(work, impact->outside, impact->outside_count);
    for (cg_node node = 0; node < cg_graph_node_count(work->graph); node++) {
        bool known = impact->distance[node] != CG_NONE;
        impact->beyond[node] = known ? CG_NONE : impact->beyond[node];
        if (known && (work->is[node] & used)) {
            impact->exposed[impact->exposed_count++] = node;
        }
    }
    cg_query_sort(work->graph, impact->unresolved, impact->unresolved_count);
    cg_query_sort(work->graph, impact->outside, impact->outside_count);
    cg_query_sort(work->graph, impact->exposed, impact->exposed_count);
}

static int find_beyond(struct work *work, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(work->graph);
    cg_node *starts = NULL;
    int status = cg_query_allocate(&starts, nodes, sizeof *starts, error);
    if (!status) {
        status = walk_callers(work, starts, error);
    }
    if (!status) {
        conclude(work);
    }
    free(starts);
    return status;
}

static int allocate(struct cg_impact **out, const struct cg_graph *graph, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    int status = cg_query_allocate(out, 1, sizeof **out, error);
    if (status) {
        return status;
    }
    uint32_t **const arrays[] = {&(*out)->distance, &(*out)->exposed, &(*out)->unresolved,
                                 &(*out)->outside, &(*out)->beyond};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && !status; i++) {
        status = cg_query_allocate(arrays[i], nodes, sizeof **arrays[i], error);
    }
    return status;
}

int cg_impact(struct cg_impact **out, const struct cg_graph *graph, const cg_node *changed,
              size_t count, uint32_t limit, struct cg_error *error)
{
    struct work work = {.graph = graph};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = allocate(&work.impact, graph, error);
    }
    if (!status) {
        status = cg_search(work.impact->distance, graph, &(struct cg_function_set){changed, count},
                           CG_CALLERS, limit, error);
    }
    if (!status) {
        status = look_over(&work, error);
    }
    if (!status) {
        status = find_beyond(&work, error);
    }
    external_clear(&work.outside);
    free(work.calls);
    free(work.is);
    if (status) {
        cg_impact_free(work.impact);
    } else {
        *out = work.impact;
    }
    return status;
}

void cg_impact_free(struct cg_impact *impact)
{
    if (impact) {
        free(impact->distance);
        free(impact->exposed);
        free(impact->unresolved);
        free(impact->outside);
        free(impact->beyond);
        free(impact);
    }
}

/* Asking */

const uint32_t *cg_impact_distances(const struct cg_impact *impact)
{
    return impact->distance;
}

const uint32_t *cg_impact_beyond_distances(const struct cg_impact *impact)
{
    return impact->beyond;
}

struct cg_function_set cg_impact_exposed(const struct cg_impact *impact)
{
    return (struct cg_function_set){impact->exposed, impact->exposed_count};
}

struct cg_function_set cg_impact_unresolved(const struct cg_impact *impact)
{
    return (struct cg_function_set){impact->unresolved, impact->unresolved_count};
}

struct cg_function_set cg_impact_uncollected(const struct cg_impact *impact)
{
    return (struct cg_function_set){impact->outside, impact->outside_count};
}

uint32_t cg_impact_unrecorded_count(const struct cg_impact *impact)
{
    return impact->unrecorded;
}

bool cg_impact_records_unresolved_calls(const struct cg_impact *impact)
{
    return impact->records_unresolved_calls;
}

bool cg_impact_is_linked(const struct cg_impact *impact)
{
    return impact->linked;
}
