/*
 * Passes the places that belong to one node or edge to libcg in one piece.
 */
#ifndef CGCOLLECT_METADATA_COMMON_SITES_H
#define CGCOLLECT_METADATA_COMMON_SITES_H

#include <libcg/site.h>

#include "metadata/common/kind.h"

/** A place and its owner. */
struct placed_site {
    uint32_t owner; /**< node or edge */
    struct cg_site site;
};

/** @return a site with the file, line and column of a place. */
struct cg_site site_at(const struct unit_place *place);

/**
 * Write sites, all of one key, to their owners.
 *
 * @param sites of struct placed_site; sorted in place
 * @return an enum cg_status
 */
int write_sites(struct cg_graph *graph, const char *key, GArray *sites, struct cg_error *error);

/**
 * Write the places recorded for functions.
 *
 * @param noted of struct unit_site
 * @return an enum cg_status
 */
int write_places(const struct rendering *r, const char *key, const GArray *noted,
                 struct cg_error *error);

#endif
