/*
 * Reads what nodes record about code that was not collected: unresolved calls, addresses that
 * escape, functions without bodies, functions that load code.
 */
#include "query/external_reach.h"

#include "graph/linked_state.h"
#include "linked/declarers.h"
#include "query/common/query_internal.h"

#include <libcg/facts.h>
#include <libcg/link.h>
#include <libcg/metadata.h>
#include <libcg/query.h>
#include <libcg/site.h>
#include <libcg/validate.h>

#include <stdlib.h>
#include <string.h>

/* Linking notes which functions do. */
static bool loads_code(const struct cg_graph *graph, cg_node node)
{
    const char *name = cg_node_name(graph, node);
    return strcmp(name, "dlopen") == 0 || strcmp(name, "dlmopen") == 0 ||
           cg_node_truth(graph, node, CG_KEY_LOADS_CODE) == CG_TRUTH_TRUE;
}

/* A method that only virtual calls name may be pure; any other need not be named at all. In a
 * linked graph such a call has edges to all possible callees, and is unresolved if some may be
 * elsewhere. Linking says of a library's own method whether it calls back. */
static bool is_named_virtually(const struct external *outside, cg_node node)
{
    const struct cg_graph *graph = outside->graph;
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    bool called = count > 0 && !cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_ADDRESS_TAKEN);
    bool calls_back = cg_node_truth(graph, node, CG_KEY_CALLS_ONLY_ARGUMENTS) == CG_TRUTH_FALSE;
    bool only = outside->linked && cg_node_is_virtual(graph, node) && !calls_back &&
                (called || graph_is_pure(graph, node));
    for (uint32_t i = 0; i < count && only; i++) {
        only = cg_edge_kinds(graph, edges[i]) == CG_EDGE_VIRTUAL;
    }
    return only;
}

bool external_leads_out(const struct external *outside, cg_node node)
{
    if (cg_node_has_body(outside->graph, node)) {
        return false;
    }
    if (!outside->starts_outside && is_named_virtually(outside, node)) {
        return false;
    }
    return !outside->linked || outside->starts_outside ||
           cg_node_truth(outside->graph, node, CG_KEY_CALLS_ONLY_ARGUMENTS) != CG_TRUTH_TRUE;
}

/* What nodes record of how they are called without an edge. */
enum traits {
    TRAIT_ADDRESS = 1u << 0,
    TRAIT_MISTYPED = 1u << 1,
    TRAIT_CONFINED = 1u << 2,
    TRAIT_AT_EXIT = 1u << 3,
    TRAIT_INTERNAL = 1u << 4,
    TRAIT_ESCAPES = 1u << 5,
};

static bool is_marked(const struct external *outside, cg_node node, const char *key)
{
    return outside->linked && cg_node_truth(outside->graph, node, key) == CG_TRUTH_TRUE;
}

unsigned external_calls_kept(const struct external *outside, cg_node node)
{
    unsigned ways = EXTERNAL_BY_ADDRESS;
    if (!outside->starts_outside && is_marked(outside, node, CG_KEY_RUNTIME)) {
        ways &= ~(unsigned)EXTERNAL_CONFINED;
    }
    if (!outside->starts_outside && is_marked(outside, node, CG_KEY_EXITLESS)) {
        ways &= ~(unsigned)EXTERNAL_AT_EXIT;
    }
    return ways;
}

/* A function that only a recorded run showed may be the program's, unless a system header declares
 * it, or linking found that it is a library's and calls back. */
static bool may_be_of_program(const struct external *outside, cg_node node)
{
    const struct cg_graph *graph = outside->graph;
    enum declared declared = graph_declared(graph, node);
    bool of_library = cg_node_truth(graph, node, CG_KEY_CALLS_ONLY_ARGUMENTS) == CG_TRUTH_FALSE;
    return !of_library && (declared == DECLARED_BY_PROGRAM || declared == DECLARED_IMPLICITLY ||
                           (declared == DECLARED_WEAKLY && outside->lacks_sources) ||
                           (declared == DECLARED_NOWHERE &&
                            cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_OBSERVED)));
}

bool external_may_be_program(const struct external *outside, cg_node node)
{
    if (!external_leads_out(outside, node)) { /* most have a body: no metadata is read for them */
        return false;
    }
    bool own =
        !(outside->promised & CG_PROMISE_NO_FOREIGN_CODE) && may_be_of_program(outside, node);
    return own || (!(outside->promised & PROMISE_LOADED_CODE) && loads_code(outside->graph, node));
}

static void read_linked(struct external *outside)
{
    unsigned how = cg_graph_linked(outside->graph);
    outside->linked = how & CG_LINKED;
    outside->library = how & CG_LINKED && !(how & CG_LINKED_PROGRAM);
    outside->no_foreign_code = how & CG_LINKED_ALL_CODE;
    outside->promised = cg_graph_promised(outside->graph);
    outside->has_possible_program_code = how & CG_LINKED_VARIABLES;
    outside->names_escape = how & CG_LINKED_NAMED;
    outside->lacks_sources = graph_lacks_sources(outside->graph);
}

static void read_node(struct external *outside, cg_node node)
{
    bool observed = cg_metadata_has(outside->graph, CG_ON_NODE, node, CG_KEY_OBSERVED);
    bool recorded = cg_metadata_has(outside->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS);
    bool some = cg_site_count(outside->graph, node, CG_KEY_UNRESOLVED_CALLS) > 0;
    outside->records_unresolved_calls |= recorded;
    bool known = outside->no_foreign_code && !observed;
    outside->names_escape =
        outside->names_escape && !(observed && external_may_be_program(outside, node));
    outside->has_possible_program_code =
        outside->has_possible_program_code || (!known && external_may_be_program(outside, node));
    outside->calls[node] = !recorded         ? CALLS_UNRECORDED
                           : !some           ? CALLS_KNOWN
                           : outside->linked ? CALLS_UNREAD
                                             : CALLS_ANYTHING;
}

int external_read(struct external *out, const struct cg_graph *graph, bool starts_outside,
                  struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    *out = (struct external){.graph = graph, .starts_outside = starts_outside};
    int status = cg_query_allocate(&out->calls, nodes, sizeof *out->calls, error);
    read_linked(out);
    for (cg_node node = 0; !status && node < nodes; node++) {
        read_node(out, node);
    }
    return status;
}

void external_clear(struct external *outside)
{
    free(outside->calls);
}

enum cg_open_extent cg_unresolved_call_extent(const struct cg_site *site)
{
    bool by_pointer = site->reason && (strcmp(site->reason, CG_OPEN_POINTER) == 0 ||
                                       strcmp(site->reason, CG_OPEN_VIRTUAL) == 0 ||
                                       strcmp(site->reason, CG_OPEN_COROUTINE) == 0 ||
                                       strcmp(site->reason, CG_UNRESOLVED_CALLBACK) == 0);
    return by_pointer && site->unknown ? site_unknown_extent(site->unknown) : CG_OPEN_ANYTHING;
}

static int read_unresolved_calls(struct external *outside, cg_node node, struct cg_error *error)
{
    static const uint8_t calls[] = {[CG_OPEN_OUTSIDE] = CALLS_OUTSIDE,
                                    [CG_OPEN_NAMED] = CALLS_NAMED,
                                    [CG_OPEN_ANYTHING] = CALLS_ANYTHING};
    struct cg_site_list *sites;
    enum cg_open_extent most = CG_OPEN_OUTSIDE;
    int status = cg_sites_read(&sites, outside->graph, node, CG_KEY_UNRESOLVED_CALLS, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < cg_site_list_count(sites); i++) {
        enum cg_open_extent extent = cg_unresolved_call_extent(cg_site_list_at(sites, i));
        most = extent > most ? extent : most;
    }
    cg_site_list_free(sites);
    outside->calls[node] = calls[most];
    return CG_OK;
}

bool external_any_may_name(const struct external *outside)
{
    return outside->linked && (outside->library || outside->has_possible_program_code);
}

int external_enter(unsigned *out, struct external *outside, cg_node node, struct cg_error *error)
{
    unsigned ways = EXTERNAL_NONE;
    if (outside->calls[node] == CALLS_UNREAD) {
        int status = read_unresolved_calls(outside, node, error);
        if (status) {
            return status;
        }
    }
    if (outside->calls[node] == CALLS_OUTSIDE) {
        ways = EXTERNAL_BY_POINTER;
    } else if (external_leads_out(outside, node)) {
        ways = external_calls_kept(outside, node);
    }
    bool names = external_may_be_program(outside, node) || outside->calls[node] == CALLS_NAMED ||
                 (ways != EXTERNAL_NONE && external_any_may_name(outside));
    /* A graph without records of unresolved calls is assumed to have none. */
    *out = names && outside->records_unresolved_calls ? EXTERNAL_BY_NAME : ways;
    return CG_OK;
}

/* A library may keep what is passed to it (atexit) and call it from another function (exit), unless
 * linking found that it does not. */
static bool is_handed_over(const struct cg_graph *graph, cg_node node)
{
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    for (uint32_t i = 0; i < count; i++) {
        if (cg_edge_kinds(graph, edges[i]) & CG_EDGE_CALLBACK) {
            return true;
        }
    }
    return false;
}

bool external_has_address(const struct external *outside, cg_node node)
{
    const struct cg_graph *graph = outside->graph;
    if (outside->traits) {
        return outside->traits[node] & TRAIT_ADDRESS;
    }
    if (!outside->linked) {
        return cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) > 0;
    }
    enum cg_truth escapes = cg_node_truth(graph, node, CG_KEY_ESCAPES);
    return escapes == CG_TRUTH_ABSENT ? is_handed_over(graph, node) : escapes == CG_TRUTH_TRUE;
}

static bool has_trait(const struct external *outside, cg_node node, enum traits trait,
                      const char *key)
{
    return outside->traits ? outside->traits[node] & trait : is_marked(outside, node, key);
}

unsigned external_kept_as(const struct external *outside, cg_node node)
{
    return has_trait(outside, node, TRAIT_CONFINED, CG_KEY_CONFINED) ? EXTERNAL_CONFINED
           : has_trait(outside, node, TRAIT_AT_EXIT, CG_KEY_AT_EXIT) ? EXTERNAL_AT_EXIT
                                                                     : EXTERNAL_LASTING;
}

bool external_calls_by_address(const struct external *outside, unsigned ways, cg_node node)
{
    bool mistyped =
        ways & EXTERNAL_MISTYPED && has_trait(outside, node, TRAIT_MISTYPED, CG_KEY_MISTYPED);
    return mistyped || (ways & EXTERNAL_BY_ADDRESS && external_has_address(outside, node) &&
                        ways & external_kept_as(outside, node));
}

static bool is_internal(const struct external *outside, cg_node node)
{
    return outside->traits ? outside->traits[node] & TRAIT_INTERNAL
                           : cg_node_linkage(outside->graph, node) == CG_LINKAGE_INTERNAL;
}

static bool escapes(const struct external *outside, cg_node node)
{
    return outside->traits ? outside->traits[node] & TRAIT_ESCAPES
                           : cg_node_truth(outside->graph, node, CG_KEY_ESCAPES) == CG_TRUTH_TRUE;
}

/* Linking does not look at what has no body, nor knows functions that only a recorded run showed.
 */
bool external_has_name(const struct external *outside, cg_node node)
{
    bool decided = outside->names_escape && cg_node_has_body(outside->graph, node);
    return !is_internal(outside, node) && (!decided || escapes(outside, node));
}

/* Sharing */

static uint8_t read_traits(const struct external *outside, cg_node node)
{
    unsigned kept = external_kept_as(outside, node);
    bool mistyped = external_calls_by_address(outside, EXTERNAL_MISTYPED, node);
    return (uint8_t)((external_has_address(outside, node) ? TRAIT_ADDRESS : 0) |
                     (mistyped ? TRAIT_MISTYPED : 0) |
                     (kept == EXTERNAL_CONFINED ? TRAIT_CONFINED : 0) |
                     (kept == EXTERNAL_AT_EXIT ? TRAIT_AT_EXIT : 0) |
                     (is_internal(outside, node) ? TRAIT_INTERNAL : 0) |
                     (escapes(outside, node) ? TRAIT_ESCAPES : 0));
}

/* What is malformed fails where a question comes to it. */
static int read_well_formed(struct external *outside, cg_node node, struct cg_error *error)
{
    int status =
        outside->calls[node] == CALLS_UNREAD ? read_unresolved_calls(outside, node, error) : CG_OK;
    return status == CG_E_FORMAT ? CG_OK : status;
}

int external_share(struct external_shared *out, const struct cg_graph *graph,
                   struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    *out = (struct external_shared){0};
    int status = external_read(&out->inside, graph, false, error);
    status = status ? status : cg_query_allocate(&out->traits, nodes, sizeof *out->traits, error);
    for (cg_node node = 0; node < nodes && !status; node++) {
        out->traits[node] = read_traits(&out->inside, node);
        status = read_well_formed(&out->inside, node, error);
    }
    out->inside.traits = out->traits;
    return status ? status : external_read(&out->outside, graph, true, error);
}

void external_shared_clear(struct external_shared *shared)
{
    external_clear(&shared->inside);
    external_clear(&shared->outside);
    free(shared->traits);
}

int external_read_shared(struct external *out, const struct external_shared *shared,
                         bool starts_outside, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(shared->inside.graph);
    *out = starts_outside ? shared->outside : shared->inside;
    out->traits = shared->traits;
    int status = cg_query_allocate(&out->calls, nodes, sizeof *out->calls, error);
    if (!status) {
        memcpy(out->calls, shared->inside.calls, nodes * sizeof *out->calls);
    }
    return status;
}
