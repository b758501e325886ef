/*
 * The kind `uniqueTypeMetaData`: how many types the variables, parameters and result of a body
 * have.
 */
#include "metadata/bodies/body_kinds.h"

#include <libcg/kinds.h>

#include "metadata/common/counts.h"

static int64_t count(const struct unit_body *body)
{
    return body->types;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_counts(r, CG_KEY_UNIQUE_TYPES, count, error);
}

const struct collected_kind kind_unique_types = {
    .key = CG_KEY_UNIQUE_TYPES,
    .description = "distinct types of parameters, variables and result",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
