/*
 * Writing Cube 4: what the writer's files share.
 */
#ifndef PROFILE_CUBEX_CUBEX_WRITE_H
#define PROFILE_CUBEX_CUBEX_WRITE_H

#include "profile/common/profile_writers.h"
#include "profile/cubex/cubex_types.h"

/** The rows of a metric: contexts that have values. */
struct cubex_rows {
    cg_call_context *contexts; /**< by row */
    uint32_t *keys;            /**< by row: its number among all contexts, ascending */
    uint32_t count;
};

/** How the values of a metric are stored. */
struct cubex_metric_form {
    const char *type; /**< dtype */
    enum cubex_number number;
};

struct cubex_metric_form cubex_metric_form(const struct profile_metric *metric);

/** Append anchor.xml. */
void cubex_write_anchor(struct cg_text *out, const struct writer *w,
                        const struct writer_tree *tree);

#endif
