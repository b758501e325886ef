/*
 * How to write a kind of metadata. This one is not part of the library. For one that is,
 *
 *   1. give it a row in the table of its topic: bodies.c, calls.c and so on. Most kinds need no
 *      more, with a check made of the macros of shape_check.h. A kind with code of its own is a
 * file with a table of one row, which builtin.h declares and builtin.c lists;
 *   2. define the key in libcg/kinds.h, and an accessor of the value, like cg_num_statements;
 *   3. remove what is not needed: a kind is a key, a place, the name of a strategy, a check and a
 *      description;
 *   4. document in docs/metadata.md what the value means, how two values are merged, and why the
 *      default gives one result whatever the order of graphs;
 *   5. test it: values of a declaration and a definition in both orders, of three graphs however
 *      grouped, through version 2 and version 4, and each message of its check;
 *   6. if cgcollect collects it, write cgcollect/metadata/functions/YOUR_KEY.c, declare it in
 *      function_kinds.h there, and put it into the list in cgcollect/metadata/own_kinds.c.
 *
 * Plug-ins define their kinds in the same way, with public headers only (libcg/plugin.h).
 *
 * The example: how long a function may take, and which functions demand it. A value is
 *
 *     {"nanoseconds": 2000, "demandedBy": ["main", "on_interrupt"]}
 */
#include "builtin.h"
#include "shape_check.h"

/*
 * Each value is checked when it is read, so that a person learns about malformed values from
 * another tool, or from an older version of this one. The value is kept all the same. Unlisted
 * members are allowed. The message follows the key: "is not an object".
 */
static int check_value(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"demandedBy", check_strings, true}, {"nanoseconds", check_count, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

/*
 * A merge is needed only if no named strategy will do ("cgmerge --list-metadata" lists them). It
 * must be
 *
 *   commutative   a with b is b with a: graphs come in any order
 *   associative   graphs may be merged a few at a time
 *   idempotent    a with a is a: a graph may be merged twice
 *
 * for all values, also those that the check refuses. Choosing the least by a total order satisfies
 * all three. And it must not lose unknown members: here a value is taken whole, with all its
 * members. Values are JSON text, and so is what goes to `out`.
 */
static int merge(struct cg_text *out, const struct cg_merge_input *input, struct cg_error *error)
{
    struct cg_value number;
    int64_t a = INT64_MAX, b = INT64_MAX; /* values without a valid number come last */
    if (cg_value_member(&number, &input->a, "nanoseconds")) {
        cg_value_integer(&a, &number);
    }
    if (cg_value_member(&number, &input->b, "nanoseconds")) {
        cg_value_integer(&b, &number);
    }
    if (a == b) {
        return cg_merge_greatest(out, input, error);
    }
    const struct cg_value *least = a < b ? &input->a : &input->b;
    return cg_text_append(out, least->text, least->length);
}

const struct cg_metadata_kind metadata_template = {
    .abi = CG_METADATA_ABI,
    .key = "deadline",    /* CG_KEY_..., as in files */
    .places = CG_ON_NODE, /* of CG_ON_GRAPH, CG_ON_NODE and CG_ON_EDGE */
    .strategy = "custom", /* the name of a strategy, such as "max"; "custom" is .merge */
    .merge = merge,       /* only if .strategy is "custom" */
    .metacg = NULL,       /* MetaCG's merge, if it differs */
    .check = check_value, /* omit if every value is valid */
    .description = "how long the function may take, and which functions demand it",
    .collector = NULL,      /* "cgcollect" if that collects it */
    .of_definition = false, /* whether a value describes the body, so that definitions that disagree
                               on it are different functions with one name */
    .structural = false,    /* only for data that the graph itself holds */
    .digits_alike =
        true,    /* whether the check gives the same result for values that differ in digits */
    .sum = NULL, /* its strategy "sum", if adding every number makes no sense */
};
