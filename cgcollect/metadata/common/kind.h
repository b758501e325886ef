/*
 * Defines a kind of metadata.
 *
 * A kind may look at every function's declaration while the AST exists and store what it learns in
 * the unit. Later it writes the unit's content to the graph, or appends a value for each function.
 * To add a kind: a file that defines a struct collected_kind, a line in the header of its folder,
 * one line in own_kinds.c.
 */
#ifndef CGCOLLECT_METADATA_COMMON_KIND_H
#define CGCOLLECT_METADATA_COMMON_KIND_H

#include <libcg/graph.h>
#include <libcg/kinds.h>
#include <libcg/metadata.h>

#include "unit/unit.h"

struct cg_collector;
struct seen_declaration; /* seen_declaration.h: what libclang shows */

/** A graph being made from a unit. */
struct rendering {
    struct cg_graph *graph;
    const struct unit *unit;
    const cg_node *nodes;  /**< the node of each function of the unit */
    const GArray *callees; /**< callees of all functions, for several kinds (callees.h) */
};

/** One kind of metadata. */
struct collected_kind {
    const char *key;
    const char *description;
    unsigned places; /**< set of enum cg_place */
    bool always;     /**< the graph or linking needs it: it is always collected */
    bool of_bodies;  /**< it needs measured bodies (ast/measure/measure.h) */
    /** Look at a function when it is first seen and again at its definition; may be NULL. */
    void (*look)(struct unit *unit, struct unit_function *function,
                 const struct seen_declaration *seen);
    /** Write the unit's content; may be NULL. @return an enum cg_status. */
    int (*write)(const struct rendering *rendering, struct cg_error *error);
    /** Append the value of a function, or nothing, after `write`; may be NULL. */
    void (*value)(GString *out, const struct rendering *rendering, unit_id function);
    /** As `value`, for functions with a measured body alone. */
    void (*body_value)(GString *out, const struct unit_body *body);
    /** A plug-in's collector, whose results are written (metadata/plugged.h); else NULL. */
    const struct cg_collector *collector;
    cg_metadata_check *check; /**< of a plug-in's kind: checks its values, or NULL */
};

/** @return whether a kind is among some, such as those a unit is collected for (unit.kinds); work
 *  that serves only other kinds can be skipped. */
bool collected_kinds_have(const struct collected_kind *const *kinds, const char *key);

#endif
