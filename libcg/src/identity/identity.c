/*
 * A hash table by name and, for internal functions, origin. Several external definitions of a name
 * are one entry and its chain.
 */
#include "identity/identity.h"

#include <stdlib.h>

#define FIRST_SLOTS 64u

bool identity_is_definite(const struct node *node)
{
    return node->linkage == CG_LINKAGE_EXTERNAL && node->has_body && node->origin != CG_NO_STRING;
}

/* The origin as part of an identity: only internal functions have one. Of several external
 * definitions of a name the index has the first; the others are in the chain of the name. */
static uint32_t origin_of(const struct node *node)
{
    return identity_is_internal(node) ? node->origin : CG_NO_STRING - 1;
}

static uint32_t hash_identity(const struct node *node)
{
    uint64_t pair = (uint64_t)origin_of(node) << 32 | node->name;
    pair = (pair ^ pair >> 29) * 0x9e3779b97f4a7c15ull;
    return (uint32_t)((pair ^ pair >> 32) >> 8);
}

static uint32_t *find_slot(const struct cg_graph *graph, const struct node *node)
{
    uint32_t i = hash_identity(node);
    for (i &= graph->identity_mask; graph->identity_slots[i]; i = (i + 1) & graph->identity_mask) {
        const struct node *other = &graph->nodes[graph->identity_slots[i] - 1];
        if (other->name == node->name && origin_of(other) == origin_of(node)) {
            break;
        }
    }
    return &graph->identity_slots[i];
}

cg_node graph_find_symbol(const struct cg_graph *graph, const char *name)
{
    cg_node node = cg_graph_find(graph, name);
    return node != CG_NONE && identity_is_internal(&graph->nodes[node])
               ? graph_next_symbol(graph, name, node)
               : node;
}

cg_node graph_next_symbol(const struct cg_graph *graph, const char *name, cg_node node)
{
    do {
        node = cg_graph_find_next(graph, name, node);
    } while (node != CG_NONE && identity_is_internal(&graph->nodes[node]));
    return node;
}

void identity_prefetch(const struct cg_graph *into, const struct node *incoming)
{
    if (into->identity_slots) {
        __builtin_prefetch(&into->identity_slots[hash_identity(incoming) & into->identity_mask]);
    }
}

/* Of several external definitions of a name the slot has the first. */
static bool fill_slots(struct cg_graph *graph)
{
    bool ok = true;
    for (cg_node n = 0; n < graph->node_count && ok; n++) {
        const struct node *node = &graph->nodes[n];
        uint32_t *slot = find_slot(graph, node);
        ok = !*slot || !identity_is_definite(node) ||
             origin_index_add(&graph->apart, node->name, node->origin, n);
        *slot = *slot ? *slot : n + 1;
    }
    return ok;
}

bool identity_rebuild(struct cg_graph *graph)
{
    if (!graph->identity_slots) {
        return true;
    }
    memset(graph->identity_slots, 0,
           ((size_t)graph->identity_mask + 1) * sizeof *graph->identity_slots);
    origin_index_free(&graph->apart);
    return fill_slots(graph);
}

static bool grow(struct cg_graph *graph)
{
    size_t slots = graph->identity_slots ? ((size_t)graph->identity_mask + 1) * 2 : FIRST_SLOTS;
    uint32_t *table = calloc(slots, sizeof *table);
    if (!table) {
        return false;
    }
    free(graph->identity_slots);
    graph->identity_slots = table;
    graph->identity_mask = (uint32_t)(slots - 1);
    return fill_slots(graph);
}

/* A copy of a node. */
static cg_node copy_node(struct cg_graph *into, const struct node *incoming)
{
    cg_node node = graph_new_node(into, incoming->name);
    if (node != CG_NONE) {
        struct node *made = &into->nodes[node];
        made->origin = incoming->origin;
        made->linkage = incoming->linkage;
        made->has_body = incoming->has_body;
        made->is_virtual = incoming->is_virtual;
        made->calls = incoming->calls;
    }
    return node;
}

/* The node of a definition, if there are others of its name. @param first the first of these */
static cg_node match_definition(struct cg_graph *into, cg_node first, const struct node *incoming,
                                bool *is_new)
{
    if (into->nodes[first].origin == incoming->origin) {
        return first;
    }
    cg_node known = origin_index_find(&into->apart, incoming->name, incoming->origin);
    if (known != CG_NONE) {
        return known;
    }
    *is_new = true;
    into->has_namesakes = true;
    cg_node node = copy_node(into, incoming);
    bool ok =
        node != CG_NONE && origin_index_add(&into->apart, incoming->name, incoming->origin, node);
    return ok ? node : CG_NONE;
}

cg_node identity_match(struct cg_graph *into, const struct node *incoming, bool *is_new)
{
    bool full = into->node_count >= into->identity_mask - into->identity_mask / 3;
    if ((!into->identity_slots || full) && !grow(into)) {
        return CG_NONE;
    }
    uint32_t *slot = find_slot(into, incoming);
    *is_new = !*slot;
    if (*slot) {
        cg_node first = *slot - 1;
        bool both = identity_is_definite(incoming) && identity_is_definite(&into->nodes[first]);
        return both ? match_definition(into, first, incoming, is_new) : first;
    }
    cg_node node = copy_node(into, incoming);
    if (node != CG_NONE) {
        *slot = node + 1;
    }
    return node;
}

static bool is_unstated(const struct cg_graph *graph, uint32_t link)
{
    return graph->nodes[link - 1].linkage == CG_LINKAGE_UNKNOWN;
}

/* Whether there is another function of the name without recorded linkage. The next one is sought
 * first, so that asking about all costs one walk and not one each. */
static bool has_unstated_namesake(const struct cg_graph *graph, cg_node node)
{
    const struct node *n = &graph->nodes[node];
    uint32_t i = n->next_same_name;
    while (i && !is_unstated(graph, i)) {
        i = graph->nodes[i - 1].next_same_name;
    }
    if (!i) {
        i = graph->chains[n->name].first;
        while (!is_unstated(graph, i)) {
            i = graph->nodes[i - 1].next_same_name;
        }
    }
    return i - 1 != node;
}

enum cg_linkage graph_inferred_linkage(const struct cg_graph *graph, cg_node node)
{
    const struct node *n = &graph->nodes[node];
    if (n->linkage != CG_LINKAGE_UNKNOWN || !n->has_body || n->origin == CG_NO_STRING) {
        return (enum cg_linkage)n->linkage;
    }
    return has_unstated_namesake(graph, node) ? CG_LINKAGE_INTERNAL : CG_LINKAGE_UNKNOWN;
}
