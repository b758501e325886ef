/*
 * The classes of a merged program: which virtual tables there are and what each entry calls, from
 * metadata CG_KEY_CLASSES.
 */
#ifndef LINK_HIERARCHY_H
#define LINK_HIERARCHY_H

#include <libcg/graph.h>

#include <stdbool.h>
#include <stddef.h>

struct hierarchy;

/** Read the hierarchy of an unfrozen graph; one without classes gives an empty hierarchy. Release
 *  with hierarchy_free. `library`: classes of the program that are not internal to a file may have
 *  subclasses elsewhere.
 *  @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int hierarchy_new(struct hierarchy **out, const struct cg_graph *graph, bool library,
                  struct cg_error *error);

/** NULL is allowed. */
void hierarchy_free(struct hierarchy *hierarchy);

/** What a virtual call may call. */
struct hierarchy_targets {
    const cg_node *nodes; /**< borrowed, sorted, without repetition */
    size_t count;
    bool closed; /**< there are no others: no code outside the graph can have a subclass */
};

/**
 * @param receiver type info name of the static receiver ("_ZTS1A")
 * @param slot     entry of its virtual table, from the address point
 * @return false when nothing is known of that class: then nothing is known of the call
 */
bool hierarchy_find(struct hierarchy_targets *out, struct hierarchy *hierarchy,
                    const char *receiver, uint32_t slot);

/** Rapid type analysis: from now on only classes count whose tables functions of `reached` (an
 *  array over all nodes) install, and those that code outside the graph may make. */
void hierarchy_restrict(struct hierarchy *hierarchy, const bool *reached);

/** The methods that code outside the graph may call, since they override methods of classes it
 *  knows, in ascending order. */
const cg_node *hierarchy_exposed(struct hierarchy *hierarchy, size_t *count);

#endif
