/*
 * Breadth-first search over states: a node with what one of its parameters may hold. States are
 * found by hash, and paths by going back along the distances.
 */
#include "query/walk/walk.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/contexts.h"
#include "query/walk/walk_step.h"

#include <stdlib.h>

/* Cells that hold something, by hash */

static uint32_t hash(uint32_t cell, uint32_t value)
{
    uint64_t mixed =
        cg_hash_mix(((uint64_t)cell << 32 | value) ^ 0xa0761d6478bd642full, 0xe7037ed1a0b428dbull);
    return (uint32_t)(mixed ^ mixed >> 32);
}

static uint32_t hash_held(const void *user, uint32_t i)
{
    const struct walk *walk = user;
    return hash(walk->held[i].cell, walk->held[i].value);
}

static bool is_held(const void *user, uint32_t i, const void *wanted)
{
    const struct walk_held *held = &((const struct walk *)user)->held[i], *like = wanted;
    return held->cell == like->cell && held->value == like->value;
}

static uint32_t *find_slot(const struct walk *walk, const struct walk_held *like)
{
    return cg_table_slot(&walk->table, hash(like->cell, like->value), is_held, walk, like);
}

static bool add_held(struct walk *walk, uint32_t cell, uint32_t value, uint32_t distance)
{
    uint32_t count = walk->table.used;
    const struct walk_held held = {cell, value, distance};
    if (!cg_table_reserve(&walk->table, hash_held, walk) ||
        !cg_grow(&walk->held, &walk->held_capacity, (size_t)count + 1, sizeof *walk->held)) {
        return false;
    }
    *find_slot(walk, &held) = ++walk->table.used;
    walk->held[count] = held;
    return true;
}

/* The distance of a state, CG_NONE: not reached. */
static uint32_t distance_of(const struct walk *walk, const struct walk_state *state)
{
    if (state->cell == CG_NONE) {
        return walk->plain ? walk->plain[state->node] : walk->distance[state->node];
    }
    const struct walk_held like = {.cell = state->cell, .value = state->value};
    const uint32_t *slot = find_slot(walk, &like);
    return slot && *slot ? walk->held[*slot - 1].distance : CG_NONE;
}

/* Searching */

/** States reached and not yet expanded. */
struct searching {
    struct walk *walk;
    struct walk_state *queue;
    size_t capacity;
    size_t head;
    size_t tail;
    uint32_t distance; /**< of the states being reached */
};

/* Whether a value of a cell adds nothing: the cell holds anything already. */
static bool is_covered(const struct walk *walk, const struct walk_state *state)
{
    const struct walk_state any = {state->node, state->cell, WALK_ANY};
    return walk->direction == CG_CALLEES && state->cell != CG_NONE &&
           distance_of(walk, &any) != CG_NONE;
}

static bool meet_edge(void *data, cg_edge edge, const struct walk_state *state)
{
    struct searching *searching = data;
    struct walk *walk = searching->walk;
    const bool *avoid = walk->bounds.avoid;
    (void)edge;
    if ((avoid && avoid[state->node]) || distance_of(walk, state) != CG_NONE ||
        is_covered(walk, state)) {
        return true;
    }
    if (!cg_grow(&searching->queue, &searching->capacity, searching->tail + 1,
                 sizeof *searching->queue)) {
        return false;
    }
    searching->queue[searching->tail++] = *state;
    if (state->value == WALK_ANY && walk->distance[state->node] == CG_NONE &&
        (state->cell == CG_NONE || walk->direction == CG_CALLERS)) {
        walk->distance[state->node] = searching->distance;
    }
    if (state->cell != CG_NONE) {
        return add_held(walk, state->cell, state->value, searching->distance);
    }
    if (walk->plain) {
        walk->plain[state->node] = searching->distance;
    }
    return true;
}

/* A start may have received anything; any other state reaches itself either way. */
static bool meet_start(struct searching *searching, cg_node node)
{
    const struct contexts *contexts = searching->walk->graph->contexts;
    const struct walk_state plain = {node, CG_NONE, WALK_ANY};
    bool ok = meet_edge(searching, CG_NONE, &plain);
    bool along = searching->walk->direction == CG_CALLEES;
    for (uint32_t cell = contexts->cell_first[node];
         cell < contexts->cell_first[node + 1] && ok && along; cell++) {
        const struct walk_state any = {node, cell, WALK_ANY};
        ok = meet_edge(searching, CG_NONE, &any);
    }
    return ok;
}

static bool search_from(struct walk *walk, const struct cg_function_set *starts)
{
    struct searching searching = {.walk = walk};
    struct walk_stepping stepping = {.graph = walk->graph,
                                     .contexts = walk->graph->contexts,
                                     .bounds = &walk->bounds,
                                     .met = walk->plain ? walk->plain : walk->distance,
                                     .visit = meet_edge,
                                     .data = &searching};
    bool ok = true;
    for (size_t i = 0; i < starts->count && ok; i++) {
        ok = meet_start(&searching, starts->nodes[i]);
    }
    while (ok && searching.head < searching.tail) {
        const struct walk_state state = searching.queue[searching.head++];
        stepping.distance = distance_of(walk, &state);
        if (stepping.distance >= walk->bounds.limit) {
            break;
        }
        searching.distance = stepping.distance + 1;
        ok = walk_step(&stepping, &state, walk->direction);
    }
    free(searching.queue);
    return ok;
}

int walk_search(struct walk *walk, const struct cg_function_set *starts, struct cg_error *error)
{
    const struct cg_graph *graph = walk->graph;
    if (!cg_graph_is_frozen(graph) || !graph->contexts) {
        return cg_query_search(walk->distance, graph, starts, walk->direction, &walk->bounds,
                               error);
    }
    int status = cg_query_check_nodes(graph, starts->nodes, starts->count, error);
    status = status ? status : cg_query_check_direction(walk->direction, error);
    if (!status && walk->direction == CG_CALLERS) {
        status = cg_query_allocate(&walk->plain, graph->node_count, sizeof *walk->plain, error);
    }
    if (status) {
        return status;
    }
    for (cg_node node = 0; node < graph->node_count; node++) {
        walk->distance[node] = CG_NONE;
        if (walk->plain) {
            walk->plain[node] = CG_NONE;
        }
    }
    return search_from(walk, starts) ? CG_OK : cg_fail_memory(error);
}

void walk_clear(struct walk *walk)
{
    free(walk->held);
    cg_table_free(&walk->table);
    free(walk->plain);
    *walk = (struct walk){0};
}

/* Paths */

/** States of one node at the same distance to the other end, and where they lead. */
struct pacing {
    const struct walk *walk;
    uint32_t distance; /**< of the next states */
    cg_edge edge;      /**< to the best of them, CG_NONE: none yet */
    cg_node node;
    struct walk_state *states; /**< of that node */
    size_t capacity;
    size_t count;
};

static bool consider(void *data, cg_edge edge, const struct walk_state *next)
{
    struct pacing *pacing = data;
    if (distance_of(pacing->walk, next) != pacing->distance) {
        return true;
    }
    bool other = pacing->edge == CG_NONE || pacing->node != next->node;
    if (other && pacing->edge != CG_NONE &&
        cg_query_compare(pacing->walk->graph, next->node, pacing->node) > 0) {
        return true;
    }
    pacing->count = other ? 0 : pacing->count;
    pacing->edge = edge;
    pacing->node = next->node;
    if (!cg_grow(&pacing->states, &pacing->capacity, pacing->count + 1, sizeof *pacing->states)) {
        return false;
    }
    pacing->states[pacing->count++] = *next;
    return true;
}

/* The states of a node where a path may begin. */
static bool begin_path(struct pacing *pacing, cg_node node)
{
    const struct walk *walk = pacing->walk;
    const struct contexts *contexts = walk->graph->contexts;
    const struct walk_state plain = {node, CG_NONE, WALK_ANY};
    bool ok = consider(pacing, 0, &plain);
    bool cells = contexts && walk->direction == CG_CALLERS;
    for (uint32_t cell = cells ? contexts->cell_first[node] : 0;
         cells && cell < contexts->cell_first[node + 1] && ok; cell++) {
        const struct walk_state any = {node, cell, WALK_ANY};
        ok = consider(pacing, 0, &any);
    }
    return ok;
}

/* Go from each state to those that are one step nearer. */
static bool pace(struct pacing *pacing)
{
    struct pacing next = {.walk = pacing->walk, .distance = pacing->distance - 1, .edge = CG_NONE};
    const struct walk_stepping stepping = {.graph = next.walk->graph,
                                           .contexts = next.walk->graph->contexts,
                                           .bounds = &next.walk->bounds,
                                           .visit = consider,
                                           .data = &next};
    bool back = next.walk->direction == CG_CALLEES;
    bool ok = true;
    for (size_t i = 0; i < pacing->count && ok; i++) {
        ok = walk_step(&stepping, &pacing->states[i], back ? CG_CALLERS : CG_CALLEES);
    }
    free(pacing->states);
    *pacing = next;
    return ok;
}

int walk_path(cg_edge **path, size_t *length, const struct walk *walk, cg_node node,
              struct cg_error *error)
{
    struct pacing pacing = {.walk = walk, .distance = walk->distance[node], .edge = CG_NONE};
    cg_edge *edges;
    *length = walk->distance[node];
    if (*length == 0) {
        return CG_OK;
    }
    int status = cg_query_allocate(&edges, *length, sizeof *edges, error);
    if (!status && !begin_path(&pacing, node)) {
        status = cg_fail_memory(error);
    }
    for (size_t i = 0; i < *length && !status; i++) {
        status = pace(&pacing) ? CG_OK : cg_fail_memory(error);
        edges[walk->direction == CG_CALLERS ? i : *length - 1 - i] = pacing.edge;
    }
    free(pacing.states);
    if (status) {
        free(edges);
        return status;
    }
    *path = edges;
    return CG_OK;
}
