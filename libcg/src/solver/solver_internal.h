/*
 * The parts of the solver.
 *
 * Nodes represent slots, once a constraint names them, and the content of the objects of a set.
 * Nodes in a cycle of copies are collapsed: they share one representative. Constraints wait in a
 * queue until no node is being visited, so that callbacks may add anything.
 */
#ifndef SOLVER_SOLVER_INTERNAL_H
#define SOLVER_SOLVER_INTERNAL_H

#include "solver/marks.h"
#include "solver/object_sets.h"
#include "solver/solver.h"

struct solver_slot {
    uint32_t node;   /**< SOLVER_NONE: no constraint names it */
    uint32_t object; /**< objects are numbered in order of arrival, which makes their sets dense */
    uint32_t stored; /**< slot for stores through its address; SOLVER_NONE: itself */
    bool marked;
    bool code;
};

/** Lists of groups of a node (struct solver_watch). */
enum solver_groups {
    SOLVER_WATCHES,
    SOLVER_COPIES,       /**< of what is not marked: their tags are nodes */
    SOLVER_WATCHES_DATA, /**< of what is no code */
    SOLVER_GROUPS,
};

struct solver_node {         /* members that sweeps use come first */
    uint32_t representative; /**< itself, or one that represents itself */
    uint32_t set;
    uint32_t delta;  /**< subset of the set that may not have been passed on yet */
    uint32_t order;  /**< of representatives: position in a sweep */
    uint32_t *edges; /**< nodes whose sets include this one's */
    uint32_t edge_count;
    uint32_t edge_capacity;
    uint32_t stamp;  /**< the last list of edges in which it was seen */
    uint32_t load;   /**< node for the content of the objects in the set, or SOLVER_NONE */
    uint32_t store;  /**< node whose set goes to all objects in the set, or SOLVER_NONE */
    uint32_t loaded; /**< the objects whose nodes are connected to the load node */
    uint32_t stored; /**< likewise, the store node */
    uint32_t groups[SOLVER_GROUPS]; /**< first in each list, or SOLVER_NONE */
};

/** Watches of one node that have seen the same, or nodes that got the same of it. */
struct solver_watch {
    uint32_t seen; /**< the set that they have seen */
    uint32_t next; /**< another group of the node, or SOLVER_NONE */
    uint32_t *tags;
    size_t count;
    size_t capacity;
};

/** Nodes for the content of all objects in one set; the set's tag is their number. */
struct solver_shared {
    uint32_t load;
    uint32_t store;
};

struct solver_constraint {
    enum {
        SOLVER_ADDRESS,
        SOLVER_COPY,
        SOLVER_COPY_UNMARKED,
        SOLVER_LOAD,
        SOLVER_STORE,
        SOLVER_WATCH,
        SOLVER_WATCH_DATA
    } kind;
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
    uint32_t marked;    /**< the set of all marked objects that have numbers */
    uint32_t code;      /**< likewise, of those that are code */
    struct marks dirty; /**< orders of nodes with a delta or with watches to notify */
    uint32_t *in_order; /**< node of each order */
    size_t order_capacity;
    uint32_t order_count;
    uint32_t last_stamp;
    uint64_t edge_count;
    uint64_t work;       /**< edges followed since the last search for cycles */
    bool has_back_edges; /**< edges against the order were added since then */
    uint32_t *buffer;    /**< objects of the set being processed */
    size_t buffer_capacity;
};

/* All return CG_OK, CG_E_MEMORY or CG_E_LIMIT. */

/** The node of a slot, made if there is none; may not be a representative. */
int solver_node_of(struct solver *solver, uint32_t slot, uint32_t *node, struct cg_error *error);

/** Add a set to that of a representative. */
int solver_flow(struct solver *solver, uint32_t node, uint32_t set, struct cg_error *error);

/** Add an edge, and pass the current set along it. */
int solver_add_edge(struct solver *solver, uint32_t from, uint32_t to, struct cg_error *error);

/** Remove duplicate edges and edges to itself from a representative, and make edges name
 *  representatives. */
void solver_trim_edges(struct solver *solver, uint32_t node);

/** The node for the content of the objects in a representative's set, made if there is none. */
int solver_load_node(struct solver *solver, uint32_t node, uint32_t *load, struct cg_error *error);

/** The node whose set goes to the objects in a representative's set, made if there is none. */
int solver_store_node(struct solver *solver, uint32_t node, uint32_t *store,
                      struct cg_error *error);

/** Connect the load and the store node of a representative with those of some objects in its set,
 *  unless they are connected already. */
int solver_connect_objects(struct solver *solver, uint32_t node, uint32_t set,
                           struct cg_error *error);

/** Copy the objects of a set into the buffer. */
int solver_list_objects(struct solver *solver, uint32_t set, struct cg_error *error);

/** Collapse cycles and sort nodes topologically. */
int solver_collapse_cycles(struct solver *solver, struct cg_error *error);

/** @return whether a representative has watches that have not seen all of its set. */
bool solver_has_unseen(const struct solver *solver, uint32_t node);

/** Notify the watches of a representative of new objects. @return also what `seen` returned */
int solver_notify(struct solver *solver, uint32_t node, solver_seen *seen, void *data,
                  struct cg_error *error);

/** Apply the constraints in the queue. */
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
