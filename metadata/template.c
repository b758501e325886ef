/*
 * How a kind of metadata is written. This one is no part of the library. For one that is,
 *
 *   1. give it a row in the table of its topic: bodies.c, calls.c and so on. Most kinds need no
 *      more, with a check that the macros of check.h make. One with code of its own is a file with
 *      a table of one row, which builtin.h declares and builtin.c lists;
 *   2. define the key in libcg/kinds.h, and what asks for the value, as cg_num_statements does;
 *   3. take out what is not needed: a kind is a key, a place, the name of a strategy, a check and a
 *      description;
 *   4. describe in docs/metadata.md what the value says, how two values meet, and why the default
 *      way gives one result whatever the order of graphs;
 *   5. test it: values of a declaration and a definition in both orders, of three graphs however
 *      grouped, through version 2 and version 4, and each message of its check;
 *   6. where cgcollect collects it, write cgcollect/metadata/functions/YOUR_KEY.c, declare it in
 *      function_kinds.h there, and put it into the list in cgcollect/metadata/kinds.c.
 *
 * Plug-ins define their kinds in the same way, with public headers alone (libcg/plugin.h).
 *
 * The example: how long a function may take, and for whose sake. A value is
 *
 *     {"nanoseconds": 2000, "demandedBy": ["main", "on_interrupt"]}
 */
#include "builtin.h"
#include "check.h"

/*
 * The check is asked for each value that is read, so that a person is told of what another tool, or
 * an older version of this one, wrote otherwise. The value is kept all the same. Members beyond
 * those listed are in order. The message goes after the key: "is not an object".
 */
static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"demandedBy", check_strings, true}, {"nanoseconds", check_count, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

/*
 * A merge is needed only where no strategy by name will do ("cgmerge --list-metadata" shows them).
 * It has to be
 *
 *   commutative   a with b is b with a: graphs come in any order
 *   associative   graphs may be merged a few at a time
 *   idempotent    a with a is a: a graph may be merged twice
 *
 * over whatever values there are, also those the check finds fault with. Choosing the least by a
 * total order is all of that. And it must lose nothing it does not know: here a value is taken
 * whole, with all its members. Values are JSON text, and what goes to `out` is too.
 */
static int merge(struct cg_text *out, const struct cg_merge_input *meeting, struct cg_error *error)
{
    struct cg_value number;
    int64_t a = INT64_MAX, b = INT64_MAX; /* what has none, or none that fits, comes last */
    if (cg_value_member(&number, &meeting->a, "nanoseconds")) {
        cg_value_integer(&a, &number);
    }
    if (cg_value_member(&number, &meeting->b, "nanoseconds")) {
        cg_value_integer(&b, &number);
    }
    if (a == b) {
        return cg_merge_greatest(out, meeting, error);
    }
    const struct cg_value *least = a < b ? &meeting->a : &meeting->b;
    return cg_text_append(out, least->text, least->length);
}

const struct cg_metadata_kind metadata_template = {
    .abi = CG_METADATA_ABI,
    .key = "deadline",    /* CG_KEY_..., as in files */
    .places = CG_ON_NODE, /* of CG_ON_GRAPH, CG_ON_NODE and CG_ON_EDGE */
    .strategy = "custom", /* the name of one, such as "max"; "custom" is .merge */
    .merge = merge,       /* left out where .strategy is not "custom" */
    .metacg = NULL,       /* where MetaCG merges the kind otherwise: its way, however it fares */
    .check = check,       /* left out where every value will do */
    .description = "how long the function may take, and which functions demand it",
    .collector = NULL,      /* "cgcollect" where that is what collects it */
    .of_definition = false, /* whether a value tells what the body is, so that definitions of one
                               function that disagree on it are two functions under one name */
    .structural = false,    /* only of what the graph itself holds */
    .digits_alike = true,   /* whether the check finds the same of values that differ in digits */
    .sum = NULL,            /* where adding up every number makes no sense: its way of "sum" */
};
