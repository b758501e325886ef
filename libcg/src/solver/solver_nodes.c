/* Nodes, the edges between them, and the flow of sets along edges. */
#include "solver/solver_internal.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* A set with at least this many objects has its own nodes for their content. */
#define LEAST_SHARED 8u
#define FIRST_EDGES 4u
#define LEAST_TRIMMED 32u

/* Make a node without a slot. */
static int new_node(struct solver *solver, uint32_t *node, struct cg_error *error)
{
    size_t needed = (size_t)solver->node_count + 1;
    if (needed >= SOLVER_NONE) {
        return cg_fail(error, CG_E_LIMIT, "too many slots");
    }
    if (!cg_grow(&solver->nodes, &solver->node_capacity, needed, sizeof *solver->nodes) ||
        !cg_grow(&solver->in_order, &solver->order_capacity, (size_t)solver->order_count + 1,
                 sizeof *solver->in_order) ||
        !marks_reserve(&solver->dirty, (size_t)solver->order_count + 1)) {
        return cg_fail_memory(error);
    }
    *node = solver->node_count++;
    solver->nodes[*node] = (struct solver_node){.representative = *node,
                                                .set = SETS_EMPTY,
                                                .delta = SETS_EMPTY,
                                                .loaded = SETS_EMPTY,
                                                .stored = SETS_EMPTY,
                                                .order = solver->order_count,
                                                .load = SOLVER_NONE,
                                                .store = SOLVER_NONE,
                                                .groups = {SOLVER_NONE, SOLVER_NONE, SOLVER_NONE}};
    solver->in_order[solver->order_count++] = *node;
    return CG_OK;
}

int solver_node_of(struct solver *solver, uint32_t slot, uint32_t *node, struct cg_error *error)
{
    *node = solver->slots[slot].node;
    if (*node != SOLVER_NONE) {
        return CG_OK;
    }
    int status = new_node(solver, node, error);
    if (!status) {
        solver->slots[slot].node = *node;
    }
    return status;
}

int solver_flow(struct solver *solver, uint32_t node, uint32_t set, struct cg_error *error)
{
    struct solver_node *to = &solver->nodes[node];
    uint32_t both, fresh;
    int status = sets_join(&solver->sets, to->set, set, &both, &fresh, error);
    if (status || both == to->set) {
        return status;
    }
    to->set = both;
    if (to->delta == SETS_EMPTY) {
        to->delta = fresh;
    } else {
        status = sets_join(&solver->sets, to->delta, fresh, &to->delta, &fresh, error);
    }
    solver_make_dirty(solver, node);
    return status;
}

static uint32_t next_stamp(struct solver *solver)
{
    if (solver->last_stamp == UINT32_MAX) {
        for (uint32_t i = 0; i < solver->node_count; i++) {
            solver->nodes[i].stamp = 0;
        }
        solver->last_stamp = 0;
    }
    return ++solver->last_stamp;
}

void solver_trim_edges(struct solver *solver, uint32_t node)
{
    struct solver_node *from = &solver->nodes[node];
    uint32_t stamp = next_stamp(solver), count = 0;
    from->stamp = stamp;
    for (uint32_t i = 0; i < from->edge_count; i++) {
        __builtin_prefetch(&solver->nodes[from->edges[i + 8 < from->edge_count ? i + 8 : i]]);
        uint32_t to = solver_find(solver, from->edges[i]);
        if (solver->nodes[to].stamp != stamp) {
            solver->nodes[to].stamp = stamp;
            from->edges[count++] = to;
        }
    }
    solver->edge_count -= from->edge_count - count;
    from->edge_count = count;
}

static int grow_edges(struct solver_node *from, struct cg_error *error)
{
    uint64_t wanted = from->edge_capacity ? 2 * (uint64_t)from->edge_capacity : FIRST_EDGES;
    if (wanted > UINT32_MAX) {
        return cg_fail(error, CG_E_LIMIT, "too many copies of one slot");
    }
    uint32_t *edges = realloc(from->edges, wanted * sizeof *edges);
    if (!edges) {
        return cg_fail_memory(error);
    }
    from->edges = edges;
    from->edge_capacity = (uint32_t)wanted;
    return CG_OK;
}

static int append_edge(struct solver *solver, uint32_t node, uint32_t to, struct cg_error *error)
{
    struct solver_node *from = &solver->nodes[node];
    if (from->edge_count == from->edge_capacity) {
        if (from->edge_count >= LEAST_TRIMMED) {
            solver_trim_edges(solver, node);
        }
        /* Grow unless trimming freed a good part: otherwise it would be repeated again and
         * again. */
        int status = from->edge_count >= from->edge_capacity - from->edge_capacity / 4
                         ? grow_edges(from, error)
                         : CG_OK;
        if (status) {
            return status;
        }
    }
    from->edges[from->edge_count++] = to;
    solver->edge_count++;
    return CG_OK;
}

int solver_add_edge(struct solver *solver, uint32_t from, uint32_t to, struct cg_error *error)
{
    from = solver_find(solver, from);
    to = solver_find(solver, to);
    if (from == to) {
        return CG_OK;
    }
    int status = append_edge(solver, from, to, error);
    if (status) {
        return status;
    }
    solver->work++;
    solver->has_back_edges |= solver->nodes[from].order > solver->nodes[to].order;
    return solver_flow(solver, to, solver->nodes[from].set, error);
}

int solver_list_objects(struct solver *solver, uint32_t set, struct cg_error *error)
{
    if (!cg_grow(&solver->buffer, &solver->buffer_capacity, sets_size(&solver->sets, set),
                 sizeof *solver->buffer)) {
        return cg_fail_memory(error);
    }
    sets_list(&solver->sets, set, solver->buffer);
    return CG_OK;
}

static uint32_t stored_to(const struct solver *solver, uint32_t object)
{
    uint32_t to = solver->slots[object].stored;
    return to == SOLVER_NONE ? object : to;
}

/* Connect a node with each object of a set: from the objects when `loads`, else to them. */
static int connect_each(struct solver *solver, uint32_t node, uint32_t set, bool loads,
                        struct cg_error *error)
{
    size_t count = sets_size(&solver->sets, set);
    int status = solver_list_objects(solver, set, error);
    for (size_t i = 0; i < count && !status; i++) {
        uint32_t object;
        uint32_t slot = solver->objects[solver->buffer[i]];
        status = solver_node_of(solver, loads ? slot : stored_to(solver, slot), &object, error);
        if (!status) {
            status = solver_add_edge(solver, loads ? object : node, loads ? node : object, error);
        }
    }
    return status;
}

static int tag_set(struct solver *solver, uint32_t set, struct cg_error *error)
{
    if (solver->sets.sets[set].tag != SETS_NO_TAG) {
        return CG_OK;
    }
    if (!cg_grow(&solver->shared, &solver->shared_capacity, (size_t)solver->shared_count + 1,
                 sizeof *solver->shared)) {
        return cg_fail_memory(error);
    }
    solver->shared[solver->shared_count] = (struct solver_shared){SOLVER_NONE, SOLVER_NONE};
    solver->sets.sets[set].tag = solver->shared_count++;
    return CG_OK;
}

static int find_shared(struct solver *solver, uint32_t set, bool loads, uint32_t *node,
                       bool *is_new, struct cg_error *error)
{
    int status = tag_set(solver, set, error);
    if (status) {
        return status;
    }
    uint32_t tag = solver->sets.sets[set].tag;
    *node = loads ? solver->shared[tag].load : solver->shared[tag].store;
    *is_new = *node == SOLVER_NONE;
    status = *is_new ? new_node(solver, node, error) : CG_OK;
    if (!status) {
        *(loads ? &solver->shared[tag].load : &solver->shared[tag].store) = *node;
    }
    return status;
}

/* Connect a node with the objects of one part of a set, through a node shared by all sets with this
 * part: large sets often differ in few parts. */
static int connect_part(struct solver *solver, uint32_t node, uint32_t part, bool loads,
                        struct cg_error *error)
{
    if (sets_size(&solver->sets, part) < LEAST_SHARED) {
        return connect_each(solver, node, part, loads, error);
    }
    uint32_t shared;
    bool is_new = false;
    int status = find_shared(solver, part, loads, &shared, &is_new, error);
    if (!status && is_new) {
        status = connect_each(solver, shared, part, loads, error);
    }
    return status ? status
                  : solver_add_edge(solver, loads ? shared : node, loads ? node : shared, error);
}

/* The node of a set, like `node` of connect_each, shared by all that have these objects. */
static int shared_node(struct solver *solver, uint32_t set, bool loads, uint32_t *node,
                       struct cg_error *error)
{
    bool is_new = false;
    uint32_t part_count = solver->sets.sets[set].part_count, part;
    int status = find_shared(solver, set, loads, node, &is_new, error);
    if (!status && is_new && part_count == 1) {
        return connect_each(solver, *node, set, loads, error);
    }
    for (uint32_t i = 0; i < part_count && is_new && !status; i++) {
        status = sets_part_of(&solver->sets, set, i, &part, error);
        status = status ? status : connect_part(solver, *node, part, loads, error);
    }
    return status;
}

/* Share the node of the whole set if it exists or if most of it is needed: others will need it
 * too. */
static int connect_shared(struct solver *solver, uint32_t node, uint32_t set, uint32_t rest,
                          bool loads, struct cg_error *error)
{
    bool whole = solver->sets.sets[set].tag != SETS_NO_TAG ||
                 sets_size(&solver->sets, rest) >= sets_size(&solver->sets, set) / 2;
    uint32_t shared;
    int status = shared_node(solver, whole ? set : rest, loads, &shared, error);
    if (!status) {
        status = solver_add_edge(solver, loads ? shared : node, loads ? node : shared, error);
    }
    return status;
}

static int connect_new_members(struct solver *solver, uint32_t node, uint32_t set, bool loads,
                               struct cg_error *error)
{
    struct solver_node *owner = &solver->nodes[node];
    uint32_t helper = loads ? owner->load : owner->store;
    uint32_t *done = loads ? &owner->loaded : &owner->stored;
    if (helper == SOLVER_NONE) {
        return CG_OK;
    }
    uint32_t rest, fresh;
    int status = sets_difference(&solver->sets, set, *done, &rest, error);
    if (status || rest == SETS_EMPTY) {
        return status;
    }
    status = sets_join(&solver->sets, *done, set, done, &fresh, error);
    if (status) {
        return status;
    }
    return sets_size(&solver->sets, rest) < LEAST_SHARED
               ? connect_each(solver, helper, rest, loads, error)
               : connect_shared(solver, helper, set, rest, loads, error);
}

int solver_connect_objects(struct solver *solver, uint32_t node, uint32_t set,
                           struct cg_error *error)
{
    int status = connect_new_members(solver, node, set, true, error);
    return status ? status : connect_new_members(solver, node, set, false, error);
}

int solver_load_node(struct solver *solver, uint32_t node, uint32_t *load, struct cg_error *error)
{
    *load = solver->nodes[node].load;
    if (*load != SOLVER_NONE) {
        return CG_OK;
    }
    int status = new_node(solver, load, error);
    if (status) {
        return status;
    }
    solver->nodes[node].load = *load;
    return connect_new_members(solver, node, solver->nodes[node].set, true, error);
}

int solver_store_node(struct solver *solver, uint32_t node, uint32_t *store, struct cg_error *error)
{
    *store = solver->nodes[node].store;
    if (*store != SOLVER_NONE) {
        return CG_OK;
    }
    int status = new_node(solver, store, error);
    if (status) {
        return status;
    }
    solver->nodes[node].store = *store;
    return connect_new_members(solver, node, solver->nodes[node].set, false, error);
}
