/*
 * The kind `cyclomaticComplexity` of a body.
 */
#include "metadata/bodies/body_kinds.h"

#include <libcg/kinds.h>

#include "metadata/common/counts.h"

static int64_t count(const struct unit_body *body)
{
    return body->complexity;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_counts(r, CG_KEY_CYCLOMATIC_COMPLEXITY, count, error);
}

const struct collected_kind kind_cyclomatic_complexity = {
    .key = CG_KEY_CYCLOMATIC_COMPLEXITY,
    .description = "McCabe complexity: independent paths through the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
