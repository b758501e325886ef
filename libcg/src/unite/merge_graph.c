/*
 * Merging graphs.
 *
 * Identity depends on a node only: (name, origin) for internal functions, (name) for all others.
 * That, and the fact that every combination is a maximum or a union, makes the result independent
 * of order and grouping. The end decides whether external definitions of one name in different
 * files are one function or several (namesakes.h).
 */
#include "unite/merge_graph.h"
#include "base/error.h"
#include "base/versioned_options.h"
#include "identity/compact.h"
#include "identity/identity.h"
#include "kinds/registry.h"
#include "unite/merging.h"
#include "unite/namesakes.h"

#include <stddef.h>
#include <stdlib.h>

/* Strings are looked up in order of appearance, so those needed a little later can be
 * prefetched. */
#define AHEAD 12u
static void prefetch_strings(const struct merge *m, uint32_t string)
{
    const struct cg_pool *from = &m->from->pool;
    if (string + 2 * AHEAD < from->count) {
        cg_pool_prefetch(&m->into->pool, cg_pool_hash_of(from, string + 2 * AHEAD));
    }
    if (string + AHEAD < from->count) {
        cg_pool_prefetch_bytes(&m->into->pool, cg_pool_hash_of(from, string + AHEAD));
    }
}

/* The string of `into`, CG_NO_STRING when memory is exhausted. */
static uint32_t map_string(void *user, uint32_t s)
{
    struct merge *m = user;
    const struct cg_pool *from = &m->from->pool;
    if (m->strings[s] == CG_NO_STRING) {
        m->strings[s] = cg_pool_intern_hashed(&m->into->pool, cg_pool_hash_of(from, s),
                                              cg_pool_string(from, s), cg_pool_length(from, s));
    }
    return m->strings[s];
}

/* A graph uses all its strings, so all are mapped at once, except arrays, whose numbers are those
 * of `from`: they are moved when they are needed. */
static int map_strings(struct merge *m)
{
    const struct cg_pool *from = &m->from->pool;
    int status = CG_OK;
    for (uint32_t s = 0; s < from->count && !status; s++) {
        prefetch_strings(m, s);
        if (!fact_is_array(from, s) && map_string(m, s) == CG_NO_STRING) {
            status = cg_fail_memory(m->error);
        }
    }
    return status;
}

/* Nodes */

/* A strong definition beats a weak one, and so does a declaration: who names a function that is not
 * declared weak needs it. */
static int strength(uint8_t linkage)
{
    static const uint8_t of[] = {1, 3, 2, 4};
    return of[linkage];
}

/* The side that determines origin and linkage: negative for a, positive for b, 0 if they agree. */
static int compare_sides(const struct cg_graph *graph, const struct node *a, const struct node *b)
{
    int order = (int)b->has_body - (int)a->has_body;
    if (!order) {
        order = strength(b->linkage) - strength(a->linkage);
    }
    if (!order && a->origin != b->origin) {
        order = a->origin == CG_NO_STRING ? 1
                : b->origin == CG_NO_STRING
                    ? -1
                    : strcmp(graph_string(graph, a->origin), graph_string(graph, b->origin));
    }
    return order;
}

struct sides merge_compare(const struct cg_graph *graph, const struct node *present,
                           const struct node *incoming)
{
    int order = compare_sides(graph, present, incoming);
    return (struct sides){.definer = (int8_t)((order > 0) - (order < 0)),
                          .a_defined = present->has_body,
                          .b_defined = incoming->has_body};
}

void merge_node(struct node *present, const struct node *incoming, struct sides sides)
{
    if (sides.definer > 0) {
        present->origin = incoming->origin;
        present->linkage = incoming->linkage;
        present->has_body = incoming->has_body;
    }
    present->is_virtual |= incoming->is_virtual;
    present->calls |= incoming->calls;
}

struct node merge_incoming(const struct merge *m, cg_node node)
{
    struct node incoming = m->from->nodes[node];
    incoming.name = m->strings[incoming.name];
    incoming.origin = incoming.origin == CG_NO_STRING ? CG_NO_STRING : m->strings[incoming.origin];
    incoming.linkage = (uint8_t)graph_inferred_linkage(m->from, node);
    incoming.next_same_name = incoming.attributes = 0;
    incoming.calls = m->calls[node];
    return incoming;
}

/* The node of `into` that a node of `from` is, made if there is none. */
static cg_node find_node(struct merge *m, cg_node node, const struct node *incoming, bool *is_new)
{
    cg_node same = m->plan ? m->plan->same[node] : node;
    *is_new = false;
    return same == node ? identity_match(m->into, incoming, is_new) : m->nodes[same];
}

/* Whether a definition becomes one with another, or with what is more than a declaration. */
static bool are_mixed(const struct merge *m, cg_node node, const struct node *incoming,
                      const struct node *present)
{
    struct node there = *incoming; /* with its values */
    there.attributes = m->from->nodes[node].attributes;
    if (m->plan && m->plan->same[node] != node) {
        return true;
    }
    return identity_is_definite(incoming)
               ? namesakes_is_mixed(m->into, present)
               : identity_is_definite(present) && namesakes_is_mixed(m->from, &there);
}

/* The counterpart in `into` of a node of `from`. */
static int match_node(struct merge *m, cg_node node)
{
    const struct node incoming = merge_incoming(m, node);
    bool is_new;
    cg_node match = find_node(m, node, &incoming, &is_new);
    if (match == CG_NONE) {
        return cg_fail(m->error, CG_E_MEMORY, "out of memory, or too many functions");
    }
    struct node *present = &m->into->nodes[match];
    bool mixed = are_mixed(m, node, &incoming, present);
    m->nodes[node] = match;
    m->sides[node] = merge_compare(m->into, present, &incoming);
    if (!is_new) {
        merge_node(present, &incoming, m->sides[node]);
    }
    int status = m->plan && m->plan->united[node]
                     ? CG_OK
                     : merge_attributes(m, CG_ON_NODE, match, node, m->sides[node]);
    if (!status && mixed &&
        !graph_set_attribute(m->into, CG_ON_NODE, match, FACT_INTERPOSABLE, FACT_TRUE)) {
        status = cg_fail_memory(m->error);
    }
    return status;
}

static int match_nodes(struct merge *m)
{
    int status = CG_OK;
    for (cg_node n = 0; n < m->from->node_count && !status; n++) {
        if (n + AHEAD < m->from->node_count) {
            struct node later = merge_incoming(m, n + AHEAD);
            identity_prefetch(m->into, &later);
        }
        status = match_node(m, n);
    }
    return status;
}

/* Edges and the rest */

static int merge_edge(struct merge *m, cg_edge e, cg_node callee)
{
    cg_node caller = m->from->callers[e];
    cg_edge edge;
    int status = cg_graph_add_edge(&edge, m->into, m->nodes[caller], m->nodes[callee],
                                   m->from->kinds[e], m->error);
    return status ? status : merge_attributes(m, CG_ON_EDGE, edge, e, m->sides[caller]);
}

/* Each definition that the callee may be gets the edge. */
static int merge_planned_edge(struct merge *m, cg_edge e)
{
    cg_node callee = m->from->callees[e], n = callee;
    bool several = m->plan->other[callee] != callee;
    cg_node meant = several ? namesakes_meant(m->plan, m->from->callers[e], callee) : callee;
    if (meant != CG_NONE) {
        return merge_edge(m, e, meant);
    }
    int status;
    do {
        status = merge_edge(m, e, n);
        n = m->plan->other[n];
    } while (n != callee && !status);
    return status;
}

static int merge_edges(struct merge *m)
{
    int status = CG_OK;
    for (cg_edge e = 0; e < m->from->edge_count && !status; e++) {
        if (e + AHEAD < m->from->edge_count) {
            graph_prefetch_edge(m->into, m->nodes[m->from->callers[e + AHEAD]],
                                m->nodes[m->from->callees[e + AHEAD]]);
        }
        status = m->plan ? merge_planned_edge(m, e) : merge_edge(m, e, m->from->callees[e]);
    }
    return status;
}

static int merge_overrides(struct merge *m)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < m->from->override_count && !status; i++) {
        const struct override_pair *pair = &m->from->overrides[i];
        status =
            cg_graph_add_override(m->into, m->nodes[pair->derived], m->nodes[pair->base], m->error);
    }
    return status;
}

/* Order of identities. Unlike origins of external functions, no later merge changes them. */
static int compare_identities(const struct cg_graph *graph, cg_node a, cg_node b)
{
    int order = strcmp(cg_node_name(graph, a), cg_node_name(graph, b));
    bool a_internal = graph->nodes[a].linkage == CG_LINKAGE_INTERNAL;
    bool b_internal = graph->nodes[b].linkage == CG_LINKAGE_INTERNAL;
    if (!order && !(a_internal && b_internal)) {
        return (int)a_internal - (int)b_internal;
    }
    const char *x = cg_node_origin(graph, a), *y = cg_node_origin(graph, b);
    return order ? order : strcmp(x ? x : "", y ? y : "");
}

/* Of two entry points, the one whose identity comes first wins. */
static void merge_entry(struct merge *m)
{
    if (m->from->entry == CG_NONE) {
        return;
    }
    cg_node entry = m->plan ? namesakes_least(m->plan, m->from->entry) : m->from->entry;
    cg_node theirs = m->nodes[entry], ours = m->into->entry;
    bool keep = ours != CG_NONE && compare_identities(m->into, ours, theirs) <= 0;
    m->into->entry = keep ? ours : theirs;
}

static int merge_parts(struct merge *m)
{
    size_t strings = m->from->pool.count, nodes = m->from->node_count;
    m->nodes = malloc((nodes + 1) * sizeof *m->nodes);
    m->sides = malloc((nodes + 1) * sizeof *m->sides);
    m->calls = calloc(nodes + 1, sizeof *m->calls);
    m->strings = malloc((strings + 1) * sizeof *m->strings);
    m->facts = (struct fact_move){&m->from->pool, &m->into->pool, map_string, m,
                                  .facts = malloc((strings + 1) * sizeof *m->facts.facts)};
    if (!m->nodes || !m->sides || !m->calls || !m->strings || !m->facts.facts) {
        return cg_fail_memory(m->error);
    }
    memset(m->strings, 0xff, strings * sizeof *m->strings);
    memset(m->facts.facts, 0xff, strings * sizeof *m->facts.facts);
    for (cg_edge e = 0; e < m->from->edge_count; e++) {
        m->calls[m->from->callers[e]] = true;
    }
    int status = map_strings(m);
    status = status ? status : match_nodes(m);
    status = status || !m->plan ? status : merge_names(m);
    status = status ? status : merge_edges(m);
    status = status ? status : merge_overrides(m);
    if (!status) {
        status = m->pending ? merge_keep_pending(m)
                            : merge_attributes(m, CG_ON_GRAPH, 0, 0, (struct sides){0});
    }
    if (!status) {
        merge_entry(m);
        m->into->stale_bytes += m->from->stale_bytes;
    }
    return status;
}

static int merge_planned(struct cg_graph *into, const struct cg_graph *from,
                         const struct cg_registry *registry, const struct namesakes *plan,
                         struct pending *pending, struct cg_error *error)
{
    struct cg_error ignored;
    struct merge m = {.into = into,
                      .from = from,
                      .registry = registry,
                      .counts = registry && registry_counts(registry),
                      .plan = plan,
                      .pending = pending,
                      .error = error ? error : &ignored};
    int status = merge_parts(&m);
    if (!status && graph_is_stale(into) && !graph_compact(into)) {
        status = cg_fail_memory(error);
    }
    free(m.nodes);
    free(m.sides);
    free(m.calls);
    free(m.strings);
    free(m.facts.facts);
    free(m.facts.scratch);
    cg_text_free(&m.scratch);
    cg_text_free(&m.texts[0]);
    cg_text_free(&m.texts[1]);
    return status;
}

int merge_graph(struct cg_graph *into, const struct cg_graph *from,
                const struct cg_registry *registry, struct pending *pending, struct cg_error *error)
{
    if (into->frozen || into == from) {
        return cg_fail(error, CG_E_STATE, "the target of a merge is frozen, or its own source");
    }
    if (into->node_count && !into->identity_slots) {
        return cg_fail(error, CG_E_STATE, "the target of a merge was not made by merging");
    }
    return merge_planned(into, from, registry, NULL, pending, error);
}

/* Exchange the content of two graphs. */
static void exchange(struct cg_graph *a, struct cg_graph *b)
{
    struct cg_graph content = *a;
    *a = *b;
    *b = content;
}

int merge_finish(struct cg_graph *whole, const struct cg_merge_options *options,
                 struct cg_error *error)
{
    struct namesakes plan;
    struct cg_graph *united;
    if (!whole->has_namesakes) {
        return CG_OK;
    }
    int status = cg_graph_new(&united, error);
    if (status) {
        return status;
    }
    if (namesakes_plan(&plan, whole, options->registry, !options->separate_programs)) {
        status = merge_planned(united, whole, options->registry, &plan, NULL, error);
        namesakes_free(&plan);
    } else {
        status = cg_fail_memory(error);
    }
    if (!status) {
        exchange(whole, united);
    }
    cg_graph_free(united);
    return status;
}

int merge_options(struct cg_merge_options *own, const struct cg_merge_options *given,
                  struct cg_error *error)
{
    static const size_t sizes[] = {offsetof(struct cg_merge_options, separate_programs),
                                   sizeof *own};
    *own = (struct cg_merge_options)CG_MERGE_OPTIONS_INIT;
    return options_take(own, given, "cg_merge_options", sizes, error);
}

int cg_graph_merge(struct cg_graph *into, const struct cg_graph *from,
                   const struct cg_merge_options *options, struct cg_error *error)
{
    struct cg_merge_options own;
    int status = merge_options(&own, options, error);
    status = status ? status : merge_graph(into, from, own.registry, NULL, error);
    return status ? status : merge_finish(into, &own, error);
}
