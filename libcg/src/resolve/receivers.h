/*
 * Virtual calls of classes that may have subclasses outside of the graph, told by their objects.
 *
 * Such a call leads out of the graph only if the object it is made on can be one that code outside
 * made. What the receiver points at is known once the constraints are solved: if no object there
 * came from outside, is memory or a variable of a library's, or was constructed by one, the class
 * is one of those whose tables are in the graph.
 */
#ifndef RESOLVE_RECEIVERS_H
#define RESOLVE_RECEIVERS_H

#include "points_to/program.h"

#include <libcg/site.h>

/* All that return int return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** A virtual call goes to code outside if its object may be made there. What else it may call has
 *  been said. @param unknown object of the cause */
int receivers_add(struct program *program, uint32_t call, uint32_t unknown, struct cg_error *error);

/** A function that is not in the graph is called: if it constructs objects, its first argument
 *  points at some. */
int receivers_construct(struct program *program, uint32_t call, uint32_t function,
                        struct cg_error *error);

/** A library function gives memory of the call: unless it is one that allocates, an object there
 *  may be the library's. */
int receivers_allocate(struct program *program, uint32_t call, uint32_t function,
                       struct cg_error *error);

/** A variable that code outside defines. */
int receivers_variable(struct program *program, uint32_t slot, struct cg_error *error);

/** List the virtual tables whose methods code outside may call once it has an object of the class.
 */
int receivers_share(struct program *program, struct cg_error *error);

/** After solving: code outside may call the methods of classes of which it has objects. @param more
 *  whether there were any more, so that solving goes on. O(objects of those who make them). */
int receivers_expose(bool *more, struct program *program, struct cg_error *error);

/** After solving: open the calls whose objects may be made outside, which adds constraints.
 *  @param more whether there were any, so that solving goes on. O(objects of the receivers). */
int receivers_open(bool *more, struct program *program, struct cg_error *error);

/** The virtual calls of a program by place, once all is solved. */
struct receivers_index {
    const struct program *program;
    uint32_t *calls;
    size_t count;
};

/** Release `calls` with free(). O(n log n) of the virtual calls. */
int receivers_index(struct receivers_index *out, const struct program *program,
                    struct cg_error *error);

/** Whether there are virtual calls at a place of a function, and all they may call is known. O(log
 *  of the calls + those there).
 *  @param data a struct receivers_index */
bool receivers_known(const void *data, cg_node owner, const struct cg_site *site);

#endif
