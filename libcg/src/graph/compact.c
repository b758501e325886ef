/* Dropping strings that other values have replaced. */
#include "graph/graph.h"

#include "graph/identity.h"

#include <stdlib.h>

#define STALE_BYTES ((size_t)4 << 20)

/* A set that grows with every file leaves its former texts behind. Waiting until half of the
 * strings may be stale keeps the cost in proportion. */
bool graph_is_stale(const struct cg_graph *graph)
{
    return graph->stale_bytes > STALE_BYTES && graph->stale_bytes > graph->pool.bytes / 2;
}

/** A pool being filled with the strings of another that are needed. */
struct move {
    const struct cg_pool *from;
    struct cg_pool to;
    uint32_t *moved; /**< by old string: the new one, CG_NO_STRING until needed */
    bool ok;
};

static uint32_t move_string(struct move *move, uint32_t string)
{
    if (string == CG_NO_STRING) {
        return CG_NO_STRING;
    }
    if (move->moved[string] == CG_NO_STRING) {
        move->moved[string] = cg_pool_intern_hashed(&move->to, cg_pool_hash_of(move->from, string),
                                                    cg_pool_string(move->from, string),
                                                    cg_pool_length(move->from, string));
        move->ok &= move->moved[string] != CG_NO_STRING;
    }
    return move->moved[string];
}

/* Find out which strings are needed. Names go first: chains are indexed by them. */
static void move_all(struct move *move, const struct cg_graph *graph)
{
    for (cg_node n = 0; n < graph->node_count && move->ok; n++) {
        move_string(move, graph->nodes[n].name);
    }
    for (cg_node n = 0; n < graph->node_count && move->ok; n++) {
        move_string(move, graph->nodes[n].origin);
    }
    for (uint32_t i = 0; i < graph->attribute_count && move->ok; i++) {
        move_string(move, graph->attributes[i].key & ~ATTRIBUTE_OUTSIDE);
        move_string(move, graph->attributes[i].value);
    }
}

static void rename_attributes(struct move *move, struct cg_graph *graph)
{
    for (uint32_t i = 0; i < graph->attribute_count; i++) {
        struct attribute *attribute = &graph->attributes[i];
        uint32_t outside = attribute->key & ATTRIBUTE_OUTSIDE;
        attribute->key = move_string(move, attribute->key & ~ATTRIBUTE_OUTSIDE) | outside;
        attribute->value = move_string(move, attribute->value);
    }
}

/* The chains have room for every old name, and new numbers are no larger: naming cannot fail. */
static void rename_nodes(struct move *move, struct cg_graph *graph)
{
    memset(graph->chains, 0, graph->chain_capacity * sizeof *graph->chains);
    for (cg_node n = 0; n < graph->node_count; n++) {
        struct node *node = &graph->nodes[n];
        node->origin = move_string(move, node->origin);
        node->next_same_name = 0;
        graph_name_node(graph, n, move_string(move, node->name));
    }
}

bool graph_compact(struct cg_graph *graph)
{
    struct move move = {.from = &graph->pool, .ok = true};
    move.moved = malloc(((size_t)graph->pool.count + 1) * sizeof *move.moved);
    bool ok = move.moved && cg_pool_init(&move.to);
    if (ok) {
        memset(move.moved, 0xff, graph->pool.count * sizeof *move.moved);
        move_all(&move, graph);
        ok = move.ok;
        if (!ok) {
            cg_pool_free(&move.to);
        }
    }
    if (ok) {
        rename_attributes(&move, graph);
        rename_nodes(&move, graph);
        cg_pool_free(&graph->pool);
        graph->pool = move.to;
        graph->stale_bytes = 0;
        identity_rebuild(graph);
    }
    free(move.moved);
    return ok;
}
