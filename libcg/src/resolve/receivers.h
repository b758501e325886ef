/*
 * Virtual calls of classes that may have subclasses in uncollected code, decided by their objects.
 *
 * Such a call leaves the graph only if uncollected code may have made its object. The points-to set
 * of the receiver is known once the constraints are solved: if no object in it came from
 * uncollected code, is memory or a variable of a library, or was constructed by one, then the class
 * is one of those whose tables are in the graph.
 */
#ifndef RESOLVE_RECEIVERS_H
#define RESOLVE_RECEIVERS_H

#include "points_to/solved_program.h"

#include <libcg/site.h>

/* All that return int return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** A virtual call reaches uncollected code if its object may be made there. Its other callees are
 *  recorded already. @param unknown object of the cause */
int receivers_add(struct program *program, uint32_t call, uint32_t unknown, struct cg_error *error);

/** A call of a function that is not in the graph: if it constructs objects, its first argument
 *  points to them. */
int receivers_construct(struct program *program, uint32_t call, uint32_t function,
                        struct cg_error *error);

/** A library function returns memory of the call: unless it is an allocator, objects there may be
 *  the library's. */
int receivers_allocate(struct program *program, uint32_t call, uint32_t function,
                       struct cg_error *error);

/** A variable that uncollected code defines. */
int receivers_variable(struct program *program, uint32_t slot, struct cg_error *error);

/** List the virtual tables whose methods uncollected code may call once it has an object of the
 *  class. */
int receivers_share(struct program *program, struct cg_error *error);

/** After solving: uncollected code may call the methods of classes of which it has objects. @param
 *  more whether there were new ones, so that solving goes on. O(objects of their makers). */
int receivers_expose(bool *more, struct program *program, struct cg_error *error);

/** After solving: leave calls unresolved whose objects uncollected code may make; this adds
 *  constraints. @param more whether there were any, so that solving goes on. O(objects of the
 *  receivers). */
int receivers_open(bool *more, struct program *program, struct cg_error *error);

/** The virtual calls of a program by place, after solving. */
struct receivers_index {
    const struct program *program;
    uint32_t *calls;
    size_t count;
};

/** Release `calls` with free(). O(n log n) of the virtual calls. */
int receivers_index(struct receivers_index *out, const struct program *program,
                    struct cg_error *error);

/** Whether a function has virtual calls at a place, and all their callees are known. O(log of the
 *  calls + those there).
 *  @param data a struct receivers_index */
bool receivers_known(const void *data, cg_node owner, const struct cg_site *site);

#endif
