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
#include <libcg/kinds.h>
#include <libcg/metadata.h>

#include "unit/unit.h"

struct cg_collector;

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
    bool of_bodies;  /**< the source of bodies is gone through for it (ast/measure.h) */
    /** Look at a function when it is first seen and again at its definition; may be NULL.
     *  `definition` says which. */
    void (*look)(struct unit *unit, struct unit_function *function, CXCursor declaration,
                 bool definition);
    /** Write what the unit holds; may be NULL. @return an enum cg_status. */
    int (*write)(const struct rendering *rendering, struct cg_error *error);
    /** A plug-in's, which looks and whose answers are written (plugged.h); else NULL. */
    const struct cg_collector *collector;
    cg_metadata_check *check; /**< of a plug-in's: what its values have to be like, or NULL */
};

extern const struct collected_kind kind_address_taken;
extern const struct collected_kind kind_attributes;
extern const struct collected_kind kind_call_sites;
extern const struct collected_kind kind_call_type;
extern const struct collected_kind kind_classes;
extern const struct collected_kind kind_code_statistics;
extern const struct collected_kind kind_conditional_branches;
extern const struct collected_kind kind_cyclomatic_complexity;
extern const struct collected_kind kind_defined_in;
extern const struct collected_kind kind_entry_function;
extern const struct collected_kind kind_estimate_call_count;
extern const struct collected_kind kind_evidence;
extern const struct collected_kind kind_file_properties;
extern const struct collected_kind kind_inline_info;
extern const struct collected_kind kind_linkage;
extern const struct collected_kind kind_loop_call_depth;
extern const struct collected_kind kind_loop_depth;
extern const struct collected_kind kind_malloc_collector;
extern const struct collected_kind kind_names;
extern const struct collected_kind kind_no_code;
extern const struct collected_kind kind_num_operations;
extern const struct collected_kind kind_num_statements;
extern const struct collected_kind kind_open_calls;
extern const struct collected_kind kind_outlined;
extern const struct collected_kind kind_overrides;
extern const struct collected_kind kind_parameters;
extern const struct collected_kind kind_pointer_facts;
extern const struct collected_kind kind_pure_virtual;
extern const struct collected_kind kind_result_type;
extern const struct collected_kind kind_signature;
extern const struct collected_kind kind_source_range;
extern const struct collected_kind kind_stack_size;
extern const struct collected_kind kind_unique_types;

/** @return all kinds, in order of key, ended by NULL. */
const struct collected_kind *const *collected_kinds(void);

/**
 * Choose kinds by name.
 *
 * @param all   what there is to choose from, ended by NULL
 * @param list  words separated by commas, read from left to right: a key adds its kind, "-KEY"
 * takes it away, "all" adds every kind, "none" takes every kind away that is not always collected.
 * A list that begins by taking away begins with all.
 * @param wrong receives what is wrong with the list; release with g_free
 * @return the kinds chosen, in the order of `all`, ended by NULL, release with g_free; or NULL
 */
const struct collected_kind **collected_kinds_choose(const struct collected_kind *const *all,
                                                     const char *list, char **wrong);

/** @return whether a kind is among some, such as those a unit is collected for (unit.kinds): what
 *  is dear and serves only kinds that are not need not be done. */
bool collected_kinds_have(const struct collected_kind *const *kinds, const char *key);

/** Let every kind the unit is collected for look at a function. */
void collected_kinds_look(struct unit *unit, struct unit_function *function, CXCursor declaration,
                          bool definition);

/** List kinds on stdout, for people or as JSON. */
void collected_kinds_list(const struct collected_kind *const *kinds, bool json);

#endif
