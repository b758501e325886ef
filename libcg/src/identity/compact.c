/* Copies the strings that are still needed to another pool, and renumbers all that refers to them.
 */
#include "identity/compact.h"

#include "graph/graph_facts.h"
#include "identity/identity.h"

#include <stdlib.h>

#define STALE_BYTES ((size_t)4 << 20)

/* A set that grows with every file leaves its old texts behind. Waiting until half of the strings
 * may be stale keeps the cost proportional. */
bool graph_is_stale(const struct cg_graph *graph)
{
    return graph->stale_bytes > STALE_BYTES && graph->stale_bytes > graph->pool.bytes / 2;
}

/** A pool being filled with the needed strings of another. */
struct move {
    struct cg_graph *graph;
    struct cg_pool to;
    uint32_t *moved; /**< by old string: the new one, CG_NO_STRING until needed */
    struct fact_move facts;
    bool ok;
};

static uint32_t move_string(void *user, uint32_t string)
{
    struct move *move = user;
    const struct cg_pool *from = &move->graph->pool;
    if (string == CG_NO_STRING) {
        return CG_NO_STRING;
    }
    if (move->moved[string] == CG_NO_STRING) {
        move->moved[string] =
            cg_pool_intern_hashed(&move->to, cg_pool_hash_of(from, string),
                                  cg_pool_string(from, string), cg_pool_length(from, string));
        move->ok &= move->moved[string] != CG_NO_STRING;
    }
    return move->moved[string];
}

/* The attribute in terms of the new strings. */
static struct attribute move_attribute(struct move *move, enum cg_place place,
                                       const struct attribute *attribute)
{
    struct attribute moved = *attribute;
    moved.key = move_string(move, attribute->key & ~ATTRIBUTE_OUTSIDE) |
                (attribute->key & ATTRIBUTE_OUTSIDE);
    moved.value = fact_move(&move->facts, fact_form(place, attribute->key), attribute->value);
    move->ok &= moved.value != CG_NO_STRING;
    return moved;
}

static void move_list(struct move *move, enum cg_place place, uint32_t number, bool rename)
{
    struct cg_graph *graph = move->graph;
    for (uint32_t i = graph_first_attribute(graph, place, number); i && move->ok;
         i = graph->attributes[i - 1].next) {
        struct attribute moved = move_attribute(move, place, &graph->attributes[i - 1]);
        if (rename) {
            graph->attributes[i - 1] = moved;
        }
    }
}

static void move_lists(struct move *move, bool rename)
{
    move_list(move, CG_ON_GRAPH, 0, rename);
    for (cg_node n = 0; n < move->graph->node_count && move->ok; n++) {
        move_list(move, CG_ON_NODE, n, rename);
    }
    for (cg_edge e = 0; e < move->graph->edge_count && move->ok; e++) {
        move_list(move, CG_ON_EDGE, e, rename);
    }
}

/* Find out which strings are needed. Names go first: chains are indexed by them. */
static void move_all(struct move *move)
{
    const struct cg_graph *graph = move->graph;
    for (cg_node n = 0; n < graph->node_count && move->ok; n++) {
        move_string(move, graph->nodes[n].name);
    }
    for (cg_node n = 0; n < graph->node_count && move->ok; n++) {
        move_string(move, graph->nodes[n].origin);
    }
    move_lists(move, false);
}

/* The chains have room for every old name, and new numbers are no larger: renaming cannot fail. */
static void rename_nodes(struct move *move, struct cg_graph *graph)
{
    for (size_t i = 0; i < graph->chain_capacity; i++) { /* a graph without nodes has none */
        graph->chains[i] = (struct name_chain){0};
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        struct node *node = &graph->nodes[n];
        node->origin = move_string(move, node->origin);
        node->next_same_name = 0;
        graph_name_node(graph, n, move_string(move, node->name));
    }
}

static void free_move(struct move *move)
{
    free(move->moved);
    free(move->facts.facts);
    free(move->facts.scratch);
}

/* Move the needed strings into a new pool, which is discarded when memory is exhausted. */
static bool move_strings(struct move *move)
{
    struct cg_graph *graph = move->graph;
    size_t bytes = ((size_t)graph->pool.count + 1) * sizeof *move->moved;
    move->moved = malloc(bytes);
    move->facts =
        (struct fact_move){&graph->pool, &move->to, move_string, move, .facts = malloc(bytes)};
    if (!move->moved || !move->facts.facts || !cg_pool_init(&move->to)) {
        return false;
    }
    memset(move->moved, 0xff, bytes);
    memset(move->facts.facts, 0xff, bytes);
    move->ok = facts_begin(&move->to);
    move_all(move);
    if (!move->ok) {
        cg_pool_free(&move->to);
    }
    return move->ok;
}

bool graph_compact(struct cg_graph *graph)
{
    struct move move = {.graph = graph};
    bool ok = move_strings(&move);
    if (ok) {
        move_lists(&move, true);
        rename_nodes(&move, graph);
        cg_pool_free(&graph->pool);
        graph->pool = move.to;
        graph->stale_bytes = 0;
        graph->last_key = graph->last_file = graph->last_more = CG_NO_STRING;
        ok = identity_rebuild(graph);
    }
    free_move(&move);
    return ok;
}
