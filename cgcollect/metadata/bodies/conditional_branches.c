/*
 * The kind `numConditionalBranches`: in how many places a body decides between two ways.
 */
#include "metadata/bodies/body_kinds.h"

#include <libcg/kinds.h>

#include "metadata/common/counts.h"

static int64_t count(const struct unit_body *body)
{
    return body->branches;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_counts(r, CG_KEY_CONDITIONAL_BRANCHES, count, error);
}

const struct collected_kind kind_conditional_branches = {
    .key = CG_KEY_CONDITIONAL_BRANCHES,
    .description = "places in the body where a condition decides what runs",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
