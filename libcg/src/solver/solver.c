/* The solver's interface, and its sweeps. */
#include "solver/solver_internal.h"

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

int solver_new(struct solver **out, struct cg_error *error)
{
    struct solver *solver = calloc(1, sizeof *solver);
    if (!solver) {
        return cg_fail_memory(error);
    }
    int status = sets_init(&solver->sets, error);
    if (status) {
        solver_free(solver);
        return status;
    }
    *out = solver;
    return CG_OK;
}

void solver_free(struct solver *solver)
{
    if (!solver) {
        return;
    }
    for (uint32_t i = 0; i < solver->node_count; i++) {
        free(solver->nodes[i].edges);
    }
    for (uint32_t i = 0; i < solver->watch_count; i++) {
        free(solver->watches[i].tags);
    }
    free(solver->slots);
    free(solver->objects);
    free(solver->nodes);
    free(solver->watches);
    free(solver->shared);
    free(solver->queue);
    sets_free(&solver->sets);
    marks_free(&solver->dirty);
    free(solver->in_order);
    free(solver->buffer);
    free(solver);
}

void solver_redirect_stores(struct solver *solver, uint32_t object, uint32_t to)
{
    solver->slots[object].stored = to;
}

int solver_add_slots(struct solver *solver, uint32_t count, uint32_t *first, struct cg_error *error)
{
    if (count >= SOLVER_NONE - solver->slot_count) {
        return cg_fail(error, CG_E_LIMIT, "too many slots");
    }
    if (!cg_grow(&solver->slots, &solver->slot_capacity, (size_t)solver->slot_count + count,
                 sizeof *solver->slots)) {
        return cg_fail_memory(error);
    }
    *first = solver->slot_count;
    for (; count > 0; count--) {
        solver->slots[solver->slot_count++] =
            (struct solver_slot){.node = SOLVER_NONE, .object = SOLVER_NONE, .stored = SOLVER_NONE};
    }
    return CG_OK;
}

uint32_t solver_slot_count(const struct solver *solver)
{
    return solver->slot_count;
}

static int enqueue(struct solver *solver, struct solver_constraint constraint,
                   struct cg_error *error)
{
    if (!cg_grow(&solver->queue, &solver->queue_capacity, solver->queue_count + 1,
                 sizeof *solver->queue)) {
        return cg_fail_memory(error);
    }
    solver->queue[solver->queue_count++] = constraint;
    return CG_OK;
}

int solver_address(struct solver *solver, uint32_t to, uint32_t object, struct cg_error *error)
{
    return enqueue(solver, (struct solver_constraint){SOLVER_ADDRESS, to, object}, error);
}

int solver_copy(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error)
{
    return enqueue(solver, (struct solver_constraint){SOLVER_COPY, to, from}, error);
}

int solver_copy_unmarked(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error)
{
    return enqueue(solver, (struct solver_constraint){SOLVER_COPY_UNMARKED, to, from}, error);
}

void solver_mark(struct solver *solver, uint32_t object)
{
    solver->slots[object].marked = true;
}

void solver_mark_code(struct solver *solver, uint32_t object)
{
    solver->slots[object].code = true;
}

int solver_load(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error)
{
    return enqueue(solver, (struct solver_constraint){SOLVER_LOAD, to, from}, error);
}

int solver_store(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error)
{
    return enqueue(solver, (struct solver_constraint){SOLVER_STORE, to, from}, error);
}

int solver_watch(struct solver *solver, uint32_t slot, uint32_t tag, struct cg_error *error)
{
    return enqueue(solver, (struct solver_constraint){SOLVER_WATCH, slot, tag}, error);
}

int solver_watch_data(struct solver *solver, uint32_t slot, uint32_t tag, struct cg_error *error)
{
    return enqueue(solver, (struct solver_constraint){SOLVER_WATCH_DATA, slot, tag}, error);
}

int solver_unite_cycles(struct solver *solver, struct cg_error *error)
{
    int status = solver_apply_queue(solver, error);
    return status || !solver->node_count ? status : solver_collapse_cycles(solver, error);
}

int solver_united(uint32_t *out, struct solver *solver, uint32_t slot, struct cg_error *error)
{
    int status = solver_node_of(solver, slot, out, error);
    *out = status ? SOLVER_NONE : solver_find(solver, *out);
    return status;
}

#define AHEAD 8u /* edges by which nodes are prefetched */

/* New objects go along the edges, then to what they hold, then to the watches. */
static int spread_delta(struct solver *solver, uint32_t node, solver_seen *seen, void *data,
                        struct cg_error *error)
{
    uint32_t delta = solver->nodes[node].delta;
    int status = CG_OK;
    if (delta != SETS_EMPTY) {
        const uint32_t *edges = solver->nodes[node].edges;
        uint32_t count = solver->nodes[node].edge_count;
        solver->nodes[node].delta = SETS_EMPTY;
        solver->work += (uint64_t)count + 1;
        for (uint32_t i = 0; i < count && !status; i++) {
            __builtin_prefetch(&solver->nodes[edges[i + AHEAD < count ? i + AHEAD : i]]);
            status = solver_flow(solver, solver_find(solver, edges[i]), delta, error);
        }
        status = status ? status : solver_connect_objects(solver, node, delta, error);
    }
    return status ? status : solver_notify(solver, node, seen, data, error);
}

static void visit_all_sets(void *owner, struct sets *sets, sets_visit *spread_delta, void *context)
{
    struct solver *solver = owner;
    for (uint32_t i = 0; i < solver->node_count; i++) {
        struct solver_node *node = &solver->nodes[i];
        node->set = spread_delta(sets, context, node->set);
        node->delta = spread_delta(sets, context, node->delta);
        node->loaded = spread_delta(sets, context, node->loaded);
        node->stored = spread_delta(sets, context, node->stored);
    }
    solver->marked = spread_delta(sets, context, solver->marked);
    solver->code = spread_delta(sets, context, solver->code);
    for (uint32_t i = 0; i < solver->watch_count; i++) {
        solver->watches[i].seen = spread_delta(sets, context, solver->watches[i].seen);
    }
}

/* Between two visits. The search for cycles costs a step for each node and edge. It runs at the
 * latest after as many steps without it; so it at most doubles the total cost. */
static int tidy(struct solver *solver, uint32_t *next, struct cg_error *error)
{
    int status = solver->queue_count ? solver_apply_queue(solver, error) : CG_OK;
    if (!status && sets_want_collecting(&solver->sets)) {
        status = sets_collect(&solver->sets, visit_all_sets, solver, error);
    }
    if (!status && solver->has_back_edges &&
        solver->work >= solver->node_count + solver->edge_count) {
        status = solver_collapse_cycles(solver, error);
        *next = 0;
    }
    return status;
}

int solver_solve(struct solver *solver, solver_seen *seen, void *data, struct cg_error *error)
{
    uint32_t next = 0;
    for (;;) {
        int status = tidy(solver, &next, error);
        if (status) {
            return status;
        }
        uint32_t order = marks_next(&solver->dirty, next);
        if (order == MARKS_NONE && next == 0) {
            return CG_OK;
        }
        if (order == MARKS_NONE) {
            next = 0;
            continue;
        }
        marks_clear(&solver->dirty, order);
        next = order + 1;
        status = spread_delta(solver, solver->in_order[order], seen, data, error);
        if (status) {
            return status;
        }
    }
}

static uint32_t set_of(const struct solver *solver, uint32_t slot)
{
    uint32_t node = solver->slots[slot].node;
    return node == SOLVER_NONE ? SETS_EMPTY : solver->nodes[solver_find(solver, node)].set;
}

int solver_objects(const struct solver *solver, uint32_t slot, uint32_t **objects, size_t *count,
                   struct cg_error *error)
{
    uint32_t set = set_of(solver, slot);
    size_t size = sets_size(&solver->sets, set);
    uint32_t *list = size ? malloc(size * sizeof *list) : NULL;
    if (size && !list) {
        return cg_fail_memory(error);
    }
    if (size) {
        sets_list(&solver->sets, set, list);
        for (size_t i = 0; i < size; i++) {
            list[i] = solver->objects[list[i]];
        }
        qsort(list, size, sizeof *list, compare_u32);
    }
    *objects = list;
    *count = size;
    return CG_OK;
}

size_t solver_size(const struct solver *solver, uint32_t slot)
{
    return sets_size(&solver->sets, set_of(solver, slot));
}

/* A stack of nodes, each once. */
struct followed {
    bool *seen;
    uint32_t *nodes;
    size_t count;
};

static void note_empty_node(struct followed *followed, const struct solver *solver, uint32_t node)
{
    node = solver_find(solver, node);
    if (!followed->seen[node] && sets_size(&solver->sets, solver->nodes[node].set) == 0) {
        followed->seen[node] = true;
        followed->nodes[followed->count++] = node;
    }
}

static void follow_all(struct followed *followed, const struct solver *solver, bool *marked)
{
    for (uint32_t slot = 0; slot < solver->slot_count; slot++) {
        if (marked[slot] && solver->slots[slot].node != SOLVER_NONE) {
            note_empty_node(followed, solver, solver->slots[slot].node);
        }
    }
    while (followed->count) {
        const struct solver_node *node = &solver->nodes[followed->nodes[--followed->count]];
        for (uint32_t i = 0; i < node->edge_count; i++) {
            note_empty_node(followed, solver, node->edges[i]);
        }
    }
    for (uint32_t slot = 0; slot < solver->slot_count; slot++) {
        uint32_t node = solver->slots[slot].node;
        marked[slot] |= node != SOLVER_NONE && followed->seen[solver_find(solver, node)];
    }
}

int solver_follow_empty(const struct solver *solver, bool *marked, struct cg_error *error)
{
    size_t size = (size_t)solver->node_count + 1;
    struct followed followed = {.seen = calloc(size, sizeof *followed.seen),
                                .nodes = malloc(size * sizeof *followed.nodes)};
    bool ok = followed.seen && followed.nodes;
    if (ok) {
        follow_all(&followed, solver, marked);
    }
    free(followed.seen);
    free(followed.nodes);
    return ok ? CG_OK : cg_fail_memory(error);
}

bool solver_holds(const struct solver *solver, uint32_t slot, uint32_t object)
{
    uint32_t number = solver->slots[object].object;
    return number != SOLVER_NONE && sets_holds(&solver->sets, set_of(solver, slot), number);
}
