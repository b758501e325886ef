/*
 * The kinds of metadata that are collected: which there are, which are wanted, having them look.
 */
#ifndef CGCOLLECT_METADATA_KINDS_H
#define CGCOLLECT_METADATA_KINDS_H

#include "metadata/common/kind.h"

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

/** Let every kind the unit is collected for look at a function. */
void collected_kinds_look(struct unit *unit, struct unit_function *function,
                          const struct seen_declaration *seen);

/** List kinds on stdout, for people or as JSON. */
void collected_kinds_list(const struct collected_kind *const *kinds, bool json);

#endif
