/* Collapses each cycle of copies into one node, and sorts the rest topologically. */
#include "solver/solver_internal.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* Depth-first search as in Pearce's paper: `index` is 0 for unvisited nodes, then the position on
 * the path or less (the least reached from there), then the number of the component. These numbers
 * count down, so that they are in topological order, and are greater than all positions. */
struct search {
    struct solver *solver;
    uint32_t *index;
    uint32_t *waiting; /**< visited, component still unknown */
    struct step {
        uint32_t node;
        uint32_t edge; /**< the next one to follow */
        bool is_root;
    } *path;
    size_t depth;
    uint32_t waiting_count;
    uint32_t next_index;
    uint32_t next_component;
};

static void enter_node(struct search *search, uint32_t node)
{
    search->path[search->depth++] = (struct step){node, 0, true};
    search->index[node] = search->next_index++;
}

static void look_back(const struct search *search, struct step *step, uint32_t to)
{
    if (search->index[to] < search->index[step->node]) {
        search->index[step->node] = search->index[to];
        step->is_root = false;
    }
}

static void leave_node(struct search *search)
{
    struct step step = search->path[--search->depth];
    uint32_t *index = search->index;
    if (step.is_root) {
        uint32_t least = index[step.node];
        while (search->waiting_count > 0 &&
               index[search->waiting[search->waiting_count - 1]] >= least) {
            index[search->waiting[--search->waiting_count]] = search->next_component;
            search->next_index--;
        }
        index[step.node] = search->next_component--;
        search->next_index--;
    } else {
        search->waiting[search->waiting_count++] = step.node;
    }
    if (search->depth > 0) {
        look_back(search, &search->path[search->depth - 1], step.node);
    }
}

static void search_from(struct search *search, uint32_t start)
{
    enter_node(search, start);
    while (search->depth > 0) {
        struct step *step = &search->path[search->depth - 1];
        const struct solver_node *node = &search->solver->nodes[step->node];
        if (step->edge == node->edge_count) {
            leave_node(search);
            continue;
        }
        uint32_t to = solver_find(search->solver, node->edges[step->edge++]);
        if (search->index[to] == 0) {
            enter_node(search, to);
        } else {
            look_back(search, step, to);
        }
    }
}

/* Set order and representative of each node from its component. */
static void order_nodes(struct search *search)
{
    struct solver *solver = search->solver;
    solver->order_count = solver->node_count - search->next_component;
    for (uint32_t i = 0; i < solver->order_count; i++) {
        solver->in_order[i] = SOLVER_NONE;
    }
    for (uint32_t i = 0; i < solver->node_count; i++) {
        if (solver_find(solver, i) == i) {
            uint32_t order = search->index[i] - search->next_component - 1;
            solver->nodes[i].order = order;
            if (solver->in_order[order] == SOLVER_NONE) {
                solver->in_order[order] = i;
            }
        }
    }
    for (uint32_t i = 0; i < solver->node_count; i++) {
        struct solver_node *node = &solver->nodes[i];
        node->representative = solver->in_order[solver->nodes[node->representative].order];
    }
}

static int search_all(struct solver *solver, struct cg_error *error)
{
    size_t count = solver->node_count;
    struct search search = {.solver = solver,
                            .index = calloc(count, sizeof *search.index),
                            .waiting = malloc(count * sizeof *search.waiting),
                            .path = malloc(count * sizeof *search.path),
                            .next_index = 1,
                            .next_component = solver->node_count};
    bool fine = search.index && search.waiting && search.path;
    if (fine) {
        for (uint32_t i = 0; i < solver->node_count; i++) {
            if (solver_find(solver, i) == i && search.index[i] == 0) {
                search_from(&search, i);
            }
        }
        order_nodes(&search);
    }
    free(search.index);
    free(search.waiting);
    free(search.path);
    return fine ? CG_OK : cg_fail_memory(error);
}

/* What a node of a cycle has passed on is in its successor, and what that has not passed on yet is
 * in its delta. So all nodes have passed on what is in no delta. */
static int merge_sets(struct solver *solver, struct solver_node *into, struct solver_node *from,
                      struct cg_error *error)
{
    uint32_t fresh;
    int status = sets_join(&solver->sets, into->set, from->set, &into->set, &fresh, error);
    if (!status) {
        status = sets_join(&solver->sets, into->delta, from->delta, &into->delta, &fresh, error);
    }
    from->set = from->delta = SETS_EMPTY;
    return status;
}

static int merge_edges(struct solver_node *into, struct solver_node *from, struct cg_error *error)
{
    size_t capacity = into->edge_capacity;
    uint64_t count = (uint64_t)into->edge_count + from->edge_count;
    if (count > UINT32_MAX / 2) {
        return cg_fail(error, CG_E_LIMIT, "too many copies of one slot");
    }
    if (!cg_grow(&into->edges, &capacity, count, sizeof *into->edges)) {
        return cg_fail_memory(error);
    }
    into->edge_capacity = (uint32_t)capacity;
    for (uint32_t i = 0; i < from->edge_count; i++) {
        into->edges[into->edge_count++] = from->edges[i];
    }
    free(from->edges);
    from->edges = NULL;
    from->edge_count = from->edge_capacity = 0;
    return CG_OK;
}

/* The load or store nodes of collapsed nodes end up equal: make them a cycle. `done` is the set of
 * connected objects. */
static int merge_helpers(struct solver *solver, uint32_t *into, uint32_t *into_done, uint32_t *from,
                         uint32_t *from_done, struct cg_error *error)
{
    uint32_t ours = *into, theirs = *from, theirs_done = *from_done, fresh;
    *from = SOLVER_NONE;
    *from_done = SETS_EMPTY;
    if (theirs == SOLVER_NONE) {
        return CG_OK;
    }
    if (ours == SOLVER_NONE) {
        *into = theirs;
        *into_done = theirs_done;
        return CG_OK;
    }
    int status = sets_join(&solver->sets, *into_done, theirs_done, into_done, &fresh, error);
    status = status ? status : solver_add_edge(solver, ours, theirs, error);
    return status ? status : solver_add_edge(solver, theirs, ours, error);
}

static int merge_all_helpers(struct solver *solver, struct solver_node *into,
                             struct solver_node *from, struct cg_error *error)
{
    int status =
        merge_helpers(solver, &into->load, &into->loaded, &from->load, &from->loaded, error);
    return status ? status
                  : merge_helpers(solver, &into->store, &into->stored, &from->store, &from->stored,
                                  error);
}

static void merge_groups(struct solver *solver, uint32_t *into, uint32_t *from)
{
    uint32_t *last = into;
    while (*last != SOLVER_NONE) {
        last = &solver->watches[*last].next;
    }
    *last = *from;
    *from = SOLVER_NONE;
}

static int merge_node(struct solver *solver, struct solver_node *from, struct cg_error *error)
{
    struct solver_node *into = &solver->nodes[from->representative];
    int status = merge_sets(solver, into, from, error);
    status = status ? status : merge_edges(into, from, error);
    status = status ? status : merge_all_helpers(solver, into, from, error);
    for (int list = 0; list < SOLVER_GROUPS; list++) {
        merge_groups(solver, &into->groups[list], &from->groups[list]);
    }
    from->order = SOLVER_NONE;
    return status;
}

static void tidy_nodes(struct solver *solver)
{
    for (uint32_t i = 0; i < solver->order_count; i++) {
        uint32_t node = solver->in_order[i];
        solver_trim_edges(solver, node);
        if (solver->nodes[node].delta != SETS_EMPTY || solver_has_unseen(solver, node)) {
            solver_make_dirty(solver, node);
        }
    }
}

int solver_collapse_cycles(struct solver *solver, struct cg_error *error)
{
    int status = search_all(solver, error);
    if (status) {
        return status;
    }
    marks_clear_all(&solver->dirty);
    solver->work = 0;
    solver->has_back_edges = false;
    for (uint32_t i = 0; i < solver->node_count && !status; i++) {
        struct solver_node *node = &solver->nodes[i];
        if (node->representative != i && node->order != SOLVER_NONE) {
            status = merge_node(solver, node, error);
        }
    }
    if (!status) {
        tidy_nodes(solver);
    }
    return status;
}
