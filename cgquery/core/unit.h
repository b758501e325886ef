/*
 * Units of numbers among the metadata of functions and calls.
 */
#ifndef CGQUERY_CORE_UNIT_H
#define CGQUERY_CORE_UNIT_H

#include "core/query.h"

/**
 * The unit of a number, as a profile declares it ("sec", "bytes", "occ"), or as its path says.
 *
 * @param path as cg_metadata_at takes it
 * @return a string to release with g_free; NULL: it is a count
 */
char *query_unit(const struct query *query, enum cg_place place, const char *path);

#endif
