/*
 * The kind `numConditionalBranches`: the number of places in a body that choose between two
 * branches.
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
    .description = "conditional branches in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
