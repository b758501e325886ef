/*
 * The kinds of metadata collected, one file each.
 *
 * A kind may look at every function's declaration while the AST is at hand, noting what it learns
 * in the unit, and writes what the unit holds to the graph. To add a kind: a file that defines a
 * struct collected_kind, one line in kinds.c.
 */
#ifndef CGCOLLECT_METADATA_H
#define CGCOLLECT_METADATA_H

#include <clang-c/Index.h>

#include <libcg/graph.h>
#include <libcg/metadata.h>

#include "unit.h"

/** A graph being made of a unit. */
struct rendering {
    struct cg_graph *graph;
    const struct unit *unit;
    const cg_node *nodes; /**< the node of each function of the unit */
};

/** One kind of metadata. */
struct collected_kind {
    const char *key;
    const char *description;
    unsigned places; /**< set of enum cg_place */
    /** Look at a function when it is first seen and again at its definition; may be NULL.
     *  `definition` says which. */
    void (*look)(struct unit_function *function, CXCursor declaration, bool definition);
    /** Write what the unit holds; may be NULL. @return an enum cg_status. */
    int (*write)(const struct rendering *rendering, struct cg_error *error);
};

extern const struct collected_kind kind_address_taken;
extern const struct collected_kind kind_call_sites;
extern const struct collected_kind kind_call_type;
extern const struct collected_kind kind_classes;
extern const struct collected_kind kind_evidence;
extern const struct collected_kind kind_file_properties;
extern const struct collected_kind kind_linkage;
extern const struct collected_kind kind_names;
extern const struct collected_kind kind_num_statements;
extern const struct collected_kind kind_open_calls;
extern const struct collected_kind kind_outlined;
extern const struct collected_kind kind_overrides;
extern const struct collected_kind kind_pointer_facts;

/** @return all kinds, in order of key, ended by NULL. */
const struct collected_kind *const *collected_kinds(void);

/** Let every kind look at a function. */
void collected_kinds_look(struct unit_function *function, CXCursor declaration, bool definition);

#endif
