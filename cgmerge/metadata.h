/*
 * The kinds of metadata cgmerge knows: choosing how their values meet, and listing them.
 */
#ifndef CGMERGE_METADATA_H
#define CGMERGE_METADATA_H

#include <stdbool.h>

#include <libcg/metadata.h>

/**
 * Look whether words say "KIND=STRATEGY".
 *
 * @param choices ended by NULL, or NULL
 * @return NULL, or what is wrong with the first that does not, to release with g_free
 */
char *metadata_check_choices(char *const *choices);

/**
 * Have values meet as was chosen. A note is given of kinds that are not registered.
 *
 * @param choices as metadata_check_choices takes them, later ones win
 * @return CG_OK or what cg_registry_set_strategy returns
 */
int metadata_choose(struct cg_registry *registry, char *const *choices, struct cg_error *error);

/** Print the kinds, one on a line, then the strategies; or as JSON:
 *  {"version":1,"kinds":[...],"strategies":[...]}. */
void metadata_list(const struct cg_registry *registry, bool json);

#endif
