/* The table of strategies, and the strategies that choose a whole value. */
#include "kinds/strategies.h"

#include "base/error.h"
#include "strings/text.h"
#include "json/json_walk.h"

#include <string.h>

int strategy_put(struct cg_text *out, const struct cg_value *value, struct cg_error *error)
{
    return cg_text_append(out, value->text, value->length) ? cg_fail_memory(error) : CG_OK;
}

/* Nothing is less than null, which carries no information. */
const struct cg_value *strategy_greatest(const struct cg_value *a, const struct cg_value *b)
{
    if (json_is(a, 'n') || json_is(b, 'n')) {
        return json_is(a, 'n') ? b : a;
    }
    if (a->length != b->length) {
        return a->length > b->length ? a : b;
    }
    return json_compare_bytes(a, b) >= 0 ? a : b;
}

int cg_merge_greatest(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    return strategy_put(out, strategy_greatest(&m->a, &m->b), error);
}

/* Among declarations the side that determines the origin does not matter: some have the value,
 * others do not, and only a choice by the values themselves is the same in every order. */
int cg_merge_definition(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    if (m->definer == 0 || !(m->a_defined || m->b_defined)) {
        return cg_merge_greatest(out, m, error);
    }
    return strategy_put(out, m->definer < 0 ? &m->a : &m->b, error);
}

int cg_merge_first(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    return strategy_put(out, &m->a, error);
}

int cg_merge_last(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    return strategy_put(out, &m->b, error);
}

/* In order of name. */
static const struct cg_strategy strategies[] = {
    {"and", cg_merge_and, false, false, "booleans: true when all are; objects member by member"},
    {"definition", cg_merge_definition, false, false,
     "the value of the graph that defines the function"},
    {"equal", cg_merge_equal, false, false, "merging fails when values differ"},
    {"first", cg_merge_first, false, true, "the value of the graph that comes first"},
    {"greatest", cg_merge_greatest, false, false,
     "the longer text, of equally long ones the greater"},
    {"last", cg_merge_last, false, true, "the value of the graph that comes last"},
    {"max", cg_merge_max, false, false, "the larger number; objects member by member"},
    {"min", cg_merge_min, false, false, "the smaller number; objects member by member"},
    {"or", cg_merge_or, false, false, "booleans: true when one is; objects member by member"},
    {"sum", cg_merge_sum, true, false, "the sum of numbers; objects member by member"},
    {"union", cg_merge_union, false, false, "arrays as sets; objects member by member"},
};

size_t cg_strategy_count(void)
{
    return sizeof strategies / sizeof *strategies;
}

const struct cg_strategy *cg_strategy_at(size_t i)
{
    return i < sizeof strategies / sizeof *strategies ? &strategies[i] : NULL;
}

const struct cg_strategy *cg_strategy_find(const char *name)
{
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        if (strcmp(strategies[i].name, name) == 0) {
            return &strategies[i];
        }
    }
    return NULL;
}
