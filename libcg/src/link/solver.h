/*
 * Inclusion constraints over numbered slots, solved to their least solution.
 *
 * A slot holds a set of objects; objects are slots too (whatever needs no content is a slot nobody
 * reads). Constraints: address (object in slot), copy, load, store. A watch tells its owner of each
 * object that gets into a slot; the owner may then add slots, constraints and watches, which is how
 * calls are resolved on the fly.
 *
 * Algorithm: <name the papers here>
 */
#ifndef LINK_SOLVER_H
#define LINK_SOLVER_H

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

/* All that add return CG_OK, CG_E_LIMIT or CG_E_MEMORY. They may be called before solver_solve and
 * from within its callback. Adding a constraint twice does no harm. */

/** Add slots, numbered on from those there are. @param first receives the first of them */
int solver_add_slots(struct solver *solver, uint32_t count, uint32_t *first,
                     struct cg_error *error);

/** @return how many slots there are. */
uint32_t solver_slot_count(const struct solver *solver);

/** to ⊇ {object} */
int solver_address(struct solver *solver, uint32_t to, uint32_t object, struct cg_error *error);
/** to ⊇ from */
int solver_copy(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error);
/** to ⊇ *from */
int solver_load(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error);
/** *to ⊇ from */
int solver_store(struct solver *solver, uint32_t to, uint32_t from, struct cg_error *error);
/** Tell of each object in a slot, once for each watch, with its tag. */
int solver_watch(struct solver *solver, uint32_t slot, uint32_t tag, struct cg_error *error);

/** What a watch saw. @return CG_OK, or a status that ends solving. */
typedef int solver_seen(void *data, uint32_t tag, uint32_t object, struct cg_error *error);

/** Solve; may be called again after more was added. The solution does not depend on the order in
 *  which constraints were added. @return CG_OK, CG_E_MEMORY or what `seen` returned. */
int solver_solve(struct solver *solver, solver_seen *seen, void *data, struct cg_error *error);

/** The objects of a slot, in ascending order, after solving.
 *  @param objects receives an array to release with free(), NULL when there are none
 *  @return CG_OK or CG_E_MEMORY */
int solver_objects(const struct solver *solver, uint32_t slot, uint32_t **objects, size_t *count,
                   struct cg_error *error);

/** @return whether an object is in a slot, after solving. */
bool solver_holds(const struct solver *solver, uint32_t slot, uint32_t object);

#endif
