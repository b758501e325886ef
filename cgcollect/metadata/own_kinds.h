/*
 * The metadata kinds that cgcollect knows: lists them, chooses among them, and lets them look at
 * functions.
 */
#ifndef CGCOLLECT_METADATA_OWN_KINDS_H
#define CGCOLLECT_METADATA_OWN_KINDS_H

#include "metadata/common/kind.h"

/** @return all kinds, in order of key, ended by NULL. */
const struct collected_kind *const *collected_kinds(void);

/**
 * Choose kinds by name.
 *
 * @param all   the kinds to choose from, ended by NULL
 * @param list  words separated by commas, read from left to right: a key adds its kind, "-KEY"
 * removes it, "all" adds every kind, "none" removes every kind that is not always collected. A list
 * that begins with a removal starts from all kinds.
 * @param wrong receives an error text; release with g_free
 * @return the chosen kinds in the order of `all`, ended by NULL, release with g_free; or NULL
 */
const struct collected_kind **collected_kinds_choose(const struct collected_kind *const *all,
                                                     const char *list, char **wrong);

/** Let every kind that the unit is collected for look at a function. */
void collected_kinds_look(struct unit *unit, struct unit_function *function,
                          const struct seen_declaration *seen);

/** List kinds on stdout, as text or as JSON. */
void collected_kinds_list(const struct collected_kind *const *kinds, bool json);

#endif
