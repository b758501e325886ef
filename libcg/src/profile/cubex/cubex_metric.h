/*
 * A metric of a Cube 4 file and its metrics in the profile.
 */
#ifndef PROFILE_CUBEX_CUBEX_METRIC_H
#define PROFILE_CUBEX_CUBEX_METRIC_H

#include "profile/cubex/cubex_rows.h"

/** A metric with values. */
struct cubex_values {
    const char *name; /**< for messages */
    uint32_t id;
    enum cubex_order order;
    struct cubex_type type;
    uint32_t *numbers; /**< by part: of the profile's metric */
    const struct cubex_files *files;
};

/**
 * Declare a metric with all its parts.
 *
 * @param out receives it, `numbers` to be released with free; files are NULL if it has no values; a
 *            warning explains this if it is odd
 * @return false after a failure
 */
bool cubex_metric_declare(struct cubex_values *out, struct builder *b, struct source *s,
                          const struct cubex_tar *tar, const struct cubex_metric *metric);

#endif
