/*
 * The kind `numStatements`: how many statements a body has.
 */
#include "metadata/bodies/body_kinds.h"

#include <libcg/kinds.h>

#include "metadata/common/counts.h"

static int64_t count(const struct unit_body *body)
{
    return body->statements;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_counts(r, CG_KEY_NUM_STATEMENTS, count, error);
}

const struct collected_kind kind_num_statements = {
    .key = CG_KEY_NUM_STATEMENTS,
    .description = "statements in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
