/*
 * Values of the metrics of a Cube 4 file: for each metric an index of the cnodes with rows, and the
 * rows, one value for each location.
 *
 * A row is read piece by piece and becomes statistics, so memory does not depend on the number of
 * locations, except if the caller wants rows, and if two cnodes are one path.
 */
#ifndef PROFILE_CUBEX_CUBEX_ROWS_H
#define PROFILE_CUBEX_CUBEX_ROWS_H

#include "profile/cubex/cubex_tree.h"
#include "profile/cubex/cubex_types.h"

/** Most metrics, including parts of values. */
#define CUBEX_LIMIT_METRICS 16384u

/** Most bytes of a row that must be kept whole. */
#define CUBEX_LIMIT_ROW (1u << 30)

/**
 * Declare all metrics and read their values. The builder has the paths, and the locations in the
 * order of their ids.
 *
 * @return false after a failure. O(uncompressed bytes + paths * metrics)
 */
bool cubex_rows_read(struct builder *b, struct source *s, const struct cubex_tar *tar,
                     const struct cubex_anchor *anchor, const struct cubex_tree *tree);

#endif
