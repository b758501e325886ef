/*
 * Follows a change of macros, types, enumerators, fields, variables and declarations of functions
 * to the functions that use them, directly or through other definitions.
 */
#ifndef CGQUERY_VERBS_IMPACT_DEPENDENTS_H
#define CGQUERY_VERBS_IMPACT_DEPENDENTS_H

#include "uses/use_tables.h"

/** Uses and places that are looked at, of all changes together: some seconds. */
#define DEPENDENTS_MOST_WORK ((uint64_t)1 << 28)

/** Something that changed. */
struct changed_entity {
    uint32_t entity;
    const char *file; /**< and where */
    uint32_t first;
    uint32_t last;    /**< first - 1: lines were removed or added before `first` */
    size_t functions; /**< number of functions that use it, directly or through others */
};

/** A function that depends on what changed, and the first use that shows it. */
struct dependent {
    cg_node node;
    uint32_t entity; /**< what it uses, */
    uint32_t cause;  /**< and which change it is for */
    struct entity_use use;
};

/**
 * Find the functions that depend on changes.
 *
 * A change of a macro concerns what expands it; of an enumerator, field or variable, what mentions
 * it; of a typedef or enum, what mentions that; of the first or last line of a class, what mentions
 * it or its fields. A change within a class also concerns what has a value of it or takes its size,
 * and the classes that embed it. A change of a function's declaration concerns its definition, what
 * overrides it, calls it or takes its address. A change of a namespace's first line concerns what
 * is in it.
 *
 * @param out      receives an array of struct dependent, each function once, in canonical order;
 *                 release with g_array_unref
 * @param entities of struct changed_entity; receives the numbers of functions
 * @return CLI_OK, or CLI_TROUBLE after reporting that there is more to follow than
 *         DEPENDENTS_MOST_WORK. O(changes * what depends on one of them).
 */
int dependents_find(GArray **out, struct query *query, const struct uses *uses, GArray *entities);

#endif
