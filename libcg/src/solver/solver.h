/*
 * Inclusion constraints over numbered slots, solved to their least solution.
 *
 * A slot holds a set of objects; objects are slots too (an object without content is a slot that
 * nothing reads). Constraints: address (object in slot), copy, load, store. A watch reports each
 * object that reaches a slot; its owner may then add slots, constraints and watches, which resolves
 * calls on the fly.
 *
 * Inclusion constraints: L. O. Andersen, "Program Analysis and Specialization for the C Programming
 * Language", 1994. They are solved by sweeps over the graph of copies in topological order, between
 * which cycles are collapsed (F. Pereira, D. Berlin, "Wave Propagation and Deep Propagation for
 * Pointer Analysis", CGO 2009), found by the algorithm of D. Pearce, "A Space-Efficient Algorithm
 * for Finding Strongly Connected Components", IPL 2016. Sweeps visit only slots that changed, and
 * the search for cycles waits until sweeping has cost as much as the search will. Slots pass on
 * only new objects (D. Pearce, P. Kelly, C. Hankin, "Online Cycle Detection and Difference
 * Propagation for Pointer Analysis", SCAM 2003). Sets are interned (solver/object_sets.h). One node
 * collects what the objects of a slot hold for all loads through it, and slots with the same
 * objects share such nodes, so that n loads of m objects take n + m edges; likewise for stores.
 */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include <libcg/common.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct solver;

#define SOLVER_NONE UINT32_MAX

/** Make a solver without slots; release with solver_free. @return CG_OK or CG_E_MEMORY. */
int solver_new(struct solver **out, struct cg_error *error);

/** NULL is allowed. */
void solver_free(struct solver *solver);

/* Functions that add return CG_OK, CG_E_LIMIT or CG_E_MEMORY; their slots must exist. Call them
 * before solver_solve or from its callback. Adding a constraint twice is harmless; a watch added
 * twice is two watches. */

/** Add slots with the next numbers. @param first receives the first of them */
int solver_add_slots(struct solver *solver, uint32_t count, uint32_t *first,
                     struct cg_error *error);

/** @return the number of slots. */
uint32_t solver_slot_count(const struct solver *solver);

/** to ⊇ {object} */
int solver_address(struct solver *solver, uint32_t to, uint32_t object, struct cg_error *error);
/** to ⊇ from */
int solver_copy(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error);
/** to ⊇ the objects of from that are not marked */
int solver_copy_unmarked(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error);
/** Mark an object. Call before it is added to a slot. */
void solver_mark(struct solver *solver, uint32_t object);
/** An object is code: solver_watch_data does not report it. Call before it is added to a slot. */
void solver_mark_code(struct solver *solver, uint32_t object);
/** to ⊇ *from */
int solver_load(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error);
/** *to ⊇ from */
int solver_store(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error);
/** Stores through the address of an object go to another slot; loads still come from the object.
 *  Call before its address is in any slot. */
void solver_redirect_stores(struct solver *solver, uint32_t object, uint32_t to);
/** Report each object in a slot, once for each watch, with its tag. */
int solver_watch(struct solver *solver, uint32_t slot, uint32_t tag, struct cg_error *error);
/** The same but for objects that are code. */
int solver_watch_data(struct solver *solver, uint32_t slot, uint32_t tag, struct cg_error *error);

/** Unite the slots of each cycle of the copies added so far: whatever is added later, they hold the
 *  same. O(constraints) */
int solver_unite_cycles(struct solver *solver, struct cg_error *error);

/** A number that slots have in common if they were united. O(1)
 *  @return CG_OK, CG_E_LIMIT or CG_E_MEMORY */
int solver_united(uint32_t *out, struct solver *solver, uint32_t slot, struct cg_error *error);

/** Receives an object that a watch saw. @return CG_OK, or a status that ends solving. */
typedef int solver_seen(void *data, uint32_t tag, uint32_t object, struct cg_error *error);

/**
 * Solve; may be called again after more was added. The solution does not depend on the order in
 * which constraints were added. After a failure only release the solver.
 * @param seen NULL if there are no watches
 * @return CG_OK, CG_E_MEMORY, CG_E_LIMIT or what `seen` returned.
 */
int solver_solve(struct solver *solver, solver_seen *seen, void *data, struct cg_error *error);

/**
 * The objects of a slot, in ascending order, after solving. O(n log n) of their number.
 * @param objects receives an array to release with free(), NULL if there are none
 * @return CG_OK or CG_E_MEMORY
 */
int solver_objects(const struct solver *solver, uint32_t slot, uint32_t **objects, size_t *count,
                   struct cg_error *error);

/** @return the number of objects in a slot, after solving. */
size_t solver_size(const struct solver *solver, uint32_t slot);

/**
 * Follow copies, after solving, through slots without objects: where would their content come from?
 *
 * @param marked by slot: some slots without objects; receives also those that get their content
 * @return CG_OK or CG_E_MEMORY. O(slots + copies followed)
 */
int solver_follow_empty(const struct solver *solver, bool *marked, struct cg_error *error);

/** @return whether an object is in a slot, after solving. */
bool solver_holds(const struct solver *solver, uint32_t slot, uint32_t object);

#endif
