/*
 * Who depends on the declaration of a function.
 */
#ifndef CGQUERY_VERBS_IMPACT_CHANGED_DECLARATIONS_H
#define CGQUERY_VERBS_IMPACT_CHANGED_DECLARATIONS_H

#include "uses/use_tables.h"

/** Whether an entity is a declaration of a function. */
bool prototype_is(const struct used_entity *entity);

/**
 * The functions that define what a declaration declares, override it, or call it by its name; other
 * mentions are uses of the entity. Calls through pointers need no declaration.
 *
 * @param work grows by the overrides and calls that were looked at; beyond DEPENDENTS_MOST_WORK the
 *             search ends early
 * @return of struct entity_use, a function once for each reason; release with g_array_unref.
 *         O(uses of the entity + overrides * overriding methods + calls).
 */
GArray *prototype_users(struct query *query, const struct uses *uses, uint32_t entity,
                        uint64_t *work);

#endif
