/*
 * The parts of the solver.
 *
 * Nodes stand for slots, once a constraint names them, and for what the objects of a set hold.
 * Nodes in a cycle of copies are collapsed: they have one representative. Constraints wait in a
 * queue until nothing is being visited, so that callbacks may add what they like.
 */
#ifndef SOLVER_SOLVER_INTERNAL_H
#define SOLVER_SOLVER_INTERNAL_H

#include "solver/marks.h"
#include "solver/object_sets.h"
#include "solver/solver.h"

struct solver_slot {
    uint32_t node;   /**< SOLVER_NONE: no constraint names it */
    uint32_t object; /**< objects are numbered as they come: their sets are dense that way */
    uint32_t stored; /**< slot that what is stored through its address goes to; SOLVER_NONE: it */
};

struct solver_node {         /* what sweeps use stands together in front */
    uint32_t representative; /**< itself, or one that represents itself */
    uint32_t set;
    uint32_t delta;  /**< of the set: what may not have been handed on yet */
    uint32_t order;  /**< of representatives: when it has its turn in a sweep */
    uint32_t *edges; /**< nodes that hold all that this one holds */
    uint32_t edge_count;
    uint32_t edge_capacity;
    uint32_t stamp;  /**< the last list of edges that it was seen in */
    uint32_t load;   /**< node that holds what the objects in the set hold, or SOLVER_NONE */
    uint32_t store;  /**< node whose set all objects in the set hold, or SOLVER_NONE */
    uint32_t loaded; /**< the objects whose nodes are connected with the load node */
    uint32_t stored; /**< as loaded, with the store node */
    uint32_t watch;  /**< first in a list of groups of watches, or SOLVER_NONE */
};

/** Watches of one node that have seen the same. */
struct solver_watch {
    uint32_t told; /**< the set that they have seen */
    uint32_t next; /**< another group of the node, or SOLVER_NONE */
    uint32_t *tags;
    size_t count;
    size_t capacity;
};

/** Nodes for what all objects in one set hold; the set's tag is their number. */
struct solver_shared {
    uint32_t load;
    uint32_t store;
};

struct solver_constraint {
    enum { SOLVER_ADDRESS, SOLVER_COPY, SOLVER_LOAD, SOLVER_STORE, SOLVER_WATCH } kind;
    uint32_t left;
    uint32_t right;
};

struct solver {
    struct solver_slot *slots;
    size_t slot_capacity;
    uint32_t slot_count;
    uint32_t *objects; /**< slots, by number of the object */
    size_t object_capacity;
    uint32_t object_count;
    struct solver_node *nodes;
    size_t node_capacity;
    uint32_t node_count;
    struct solver_watch *watches;
    size_t watch_capacity;
    uint32_t watch_count;
    struct solver_shared *shared;
    size_t shared_capacity;
    uint32_t shared_count;
    struct solver_constraint *queue;
    size_t queue_capacity;
    size_t queue_count;
    struct sets sets;
    struct marks dirty; /**< orders of nodes that have a delta or watches to tell */
    uint32_t *in_order; /**< node of each order */
    size_t order_capacity;
    uint32_t order_count;
    uint32_t last_stamp;
    uint64_t edge_count;
    uint64_t work;       /**< edges that were gone along since cycles were looked for */
    bool has_back_edges; /**< edges against the order were added since then */
    uint32_t *buffer;    /**< objects of the set that is being gone through */
    size_t buffer_capacity;
};

/* All return CG_OK, CG_E_MEMORY or CG_E_LIMIT. */

/** The node of a slot, made if there is none; maybe not a representative. */
int solver_node_of(struct solver *solver, uint32_t slot, uint32_t *node, struct cg_error *error);

/** Make a node for no slot. */
int solver_new_node(struct solver *solver, uint32_t *node, struct cg_error *error);

/** Add a set to what a representative holds. */
int solver_flow(struct solver *solver, uint32_t node, uint32_t set, struct cg_error *error);

/** Add an edge, and hand on what there is. */
int solver_add_edge(struct solver *solver, uint32_t from, uint32_t to, struct cg_error *error);

/** Drop edges of a representative that are there twice or lead to itself, and name
 *  representatives. */
void solver_trim_edges(struct solver *solver, uint32_t node);

/** The node that holds what the objects in a representative's set hold, made if there is none. */
int solver_load_node(struct solver *solver, uint32_t node, uint32_t *load, struct cg_error *error);

/** The node whose set the objects in a representative's set hold, made if there is none. */
int solver_store_node(struct solver *solver, uint32_t node, uint32_t *store,
                      struct cg_error *error);

/** Connect the load and the store node of a representative with those of some objects in its
 *  set, unless they are connected already. */
int solver_connect_objects(struct solver *solver, uint32_t node, uint32_t set,
                           struct cg_error *error);

/** Put the objects of a set into the buffer. */
int solver_list_objects(struct solver *solver, uint32_t set, struct cg_error *error);

/** Collapse cycles and put nodes in topological order. */
int solver_collapse_cycles(struct solver *solver, struct cg_error *error);

/** Add a watch to a representative. */
int solver_add_watch(struct solver *solver, uint32_t node, uint32_t tag, struct cg_error *error);

/** @return whether a representative has watches that have not seen all of its set. */
bool solver_has_untold(const struct solver *solver, uint32_t node);

/** Tell the watches of a representative what is new. @return also what `seen` returned */
int solver_tell(struct solver *solver, uint32_t node, solver_seen *seen, void *data,
                struct cg_error *error);

/** Put the constraints of the queue into effect. */
int solver_apply_queue(struct solver *solver, struct cg_error *error);

static inline uint32_t solver_find(const struct solver *solver, uint32_t node)
{
    return solver->nodes[node].representative;
}

static inline void solver_make_dirty(struct solver *solver, uint32_t node)
{
    marks_set(&solver->dirty, solver->nodes[node].order);
}

#endif
