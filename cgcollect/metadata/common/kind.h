/*
 * What a kind of metadata is.
 *
 * A kind may look at every function's declaration while the AST is at hand, noting what it learns
 * in the unit, and writes what the unit holds to the graph. To add a kind: a file that defines a
 * struct collected_kind, a line in the header of its folder, one line in kinds.c.
 */
#ifndef CGCOLLECT_METADATA_COMMON_KIND_H
#define CGCOLLECT_METADATA_COMMON_KIND_H

#include <libcg/graph.h>
#include <libcg/kinds.h>
#include <libcg/metadata.h>

#include "unit/unit.h"

struct cg_collector;
struct seen_declaration; /* seen_declaration.h: what libclang shows */

/** A graph being made of a unit. */
struct rendering {
    struct cg_graph *graph;
    const struct unit *unit;
    const cg_node *nodes;  /**< the node of each function of the unit */
    const GArray *callees; /**< what functions call, for several kinds (callees.h) */
};

/** One kind of metadata. */
struct collected_kind {
    const char *key;
    const char *description;
    unsigned places; /**< set of enum cg_place */
    bool always;     /**< the graph is made of it, or linking needs it: it cannot be left out */
    bool of_bodies;  /**< the source of bodies is gone through for it (ast/measure/measure.h) */
    /** Look at a function when it is first seen and again at its definition; may be NULL. */
    void (*look)(struct unit *unit, struct unit_function *function,
                 const struct seen_declaration *seen);
    /** Write what the unit holds; may be NULL. @return an enum cg_status. */
    int (*write)(const struct rendering *rendering, struct cg_error *error);
    /** A plug-in's, which looks and whose answers are written (metadata/plugged.h); else NULL. */
    const struct cg_collector *collector;
    cg_metadata_check *check; /**< of a plug-in's: what its values have to be like, or NULL */
};

/** @return whether a kind is among some, such as those a unit is collected for (unit.kinds): what
 *  is dear and serves only kinds that are not need not be done. */
bool collected_kinds_have(const struct collected_kind *const *kinds, const char *key);

#endif
