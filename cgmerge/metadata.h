/*
 * Listing the kinds of metadata cgmerge knows.
 */
#ifndef CGMERGE_METADATA_H
#define CGMERGE_METADATA_H

#include <stdbool.h>

#include <libcg/metadata.h>

/** Print the kinds, one on a line, then the strategies; or as JSON:
 *  {"version":1,"kinds":[...],"strategies":[...]}. */
void metadata_list(const struct cg_registry *registry, bool json);

#endif
