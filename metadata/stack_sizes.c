/* Stack sizes (stackSize): their shape, which of two counts, and the accessor. */
#include "builtin.h"
#include "shape_check.h"
#include "values.h"

#include <string.h>

CHECK_WORD(check_kind, "static", "bounded", "dynamic")
CHECK_OBJECT(check, {"bytes", check_count, false}, {"kind", check_kind, false},
             {"source", check_string, false})

/* -1 if it is not one. */
static int kind_of(const struct cg_value *value)
{
    struct cg_value kind;
    for (int i = 0; check_kind_words[i] && cg_value_member(&kind, value, "kind"); i++) {
        if (cg_value_is_string(&kind, check_kind_words[i], strlen(check_kind_words[i]))) {
            return i;
        }
    }
    return -1;
}

/* A size reported by the compiler that made the code wins over one estimated from IR. */
static bool is_measured(const struct cg_value *value)
{
    struct cg_value source;
    return cg_value_member(&source, value, "source") &&
           !cg_value_is_string(&source, "ir", strlen("ir"));
}

/* Valid sizes come first; then measured ones. */
static int rank_of(const struct cg_value *value)
{
    int64_t bytes;
    return 2 * value_member_integer(&bytes, value, "bytes") + is_measured(value);
}

/* Within a rank, the result is the largest frame and the most open kind of a function and its
 * clones: cg_merge_max merges members separately, and takes the longer of two words, then the
 * greater. That is the order of the words, and for sources an order independent of that of
 * values. */
static int larger(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    int order = rank_of(&m->a) - rank_of(&m->b);
    return order > 0   ? cg_merge_first(out, m, error)
           : order < 0 ? cg_merge_last(out, m, error)
                       : cg_merge_max(out, m, error);
}

const struct cg_metadata_kind metadata_stack[] = {
    {KIND(CG_KEY_STACK_SIZE, CG_ON_NODE, "custom", check,
          "bytes of the stack frame, whether that is all, and where the number comes from"),
     .merge = larger, .collector = "cgcollect", .digits_alike = true},
    {0},
};

bool cg_stack_size(struct cg_stack_size *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    if (!value_at(&value, graph, node, CG_KEY_STACK_SIZE) || kind_of(&value) < 0 ||
        !value_member_integer(&out->bytes, &value, "bytes")) {
        return false;
    }
    out->kind = (enum cg_stack_kind)kind_of(&value);
    out->measured = is_measured(&value);
    return true;
}
