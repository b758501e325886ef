/*
 * The kind `loopDepth`: how deep the loops of a body nest.
 */
#include "metadata/bodies/body_kinds.h"

#include <libcg/kinds.h>

#include "metadata/common/counts.h"

static int64_t count(const struct unit_body *body)
{
    return body->loop_depth;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_counts(r, CG_KEY_LOOP_DEPTH, count, error);
}

const struct collected_kind kind_loop_depth = {
    .key = CG_KEY_LOOP_DEPTH,
    .description = "deepest loop nesting in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
