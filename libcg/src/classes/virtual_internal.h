/*
 * Shared by the parts that resolve virtual calls: virtual.c handles the calls, virtual_reach.c
 * reachability.
 */
#ifndef CLASSES_VIRTUAL_INTERNAL_H
#define CLASSES_VIRTUAL_INTERNAL_H

#include "classes/virtual.h"

#include <libcg/site.h>

/** A virtual call whose receiver is known. */
struct virtual_site {
    cg_node caller;
    const struct cg_site *site; /**< borrowed */
    const char *unknown;        /**< CG_UNKNOWN_..., NULL: it is resolved */
    uint32_t callees;           /**< their number, once counted */
};

/** What else the unresolved calls of a function may do. */
enum {
    VIRTUAL_ANY_POINTER =
        1u << 0, /**< may call any function whose address is taken, and all methods */
    VIRTUAL_ANYTHING = 1u << 1, /**< may call any function */
    VIRTUAL_NAMELESS = 1u << 2, /**< has virtual calls with an unknown receiver */
};

/** The unresolved calls of a graph. */
struct virtual_sites {
    struct virtual_site *sites; /**< by caller */
    size_t capacity;
    size_t count;
    size_t nameless;             /**< virtual calls with an unknown receiver: not among the sites */
    struct cg_site_list **lists; /**< by node: owner of the borrowed sites; or NULL */
    unsigned char *open;         /**< by node: set of the above */
    uint32_t node_count;
};

/** Find what is reached, restricting the hierarchy to it.
 *  @param out receives an array over all nodes to release with free()
 *  @return CG_OK or CG_E_MEMORY */
int virtual_reach(bool **out, const struct cg_graph *graph, struct hierarchy *hierarchy,
                  const struct virtual_sites *sites, struct cg_error *error);

#endif
