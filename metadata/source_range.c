#include "builtin.h"
#include "check.h"
#include "values.h"

static int check_position(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"column", check_count, false}, {"line", check_count, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"begin", check_position, false}, {"end", check_position, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

static bool read_position(uint32_t *line, uint32_t *column, const struct cg_value *range,
                          const char *key)
{
    struct cg_value position;
    int64_t at_line, at_column;
    bool ok = cg_value_member(&position, range, key) &&
              value_member_integer(&at_line, &position, "line") &&
              value_member_integer(&at_column, &position, "column") && at_line >= 0 &&
              at_line <= UINT32_MAX && at_column >= 0 && at_column <= UINT32_MAX;
    if (ok) {
        *line = (uint32_t)at_line;
        *column = (uint32_t)at_column;
    }
    return ok;
}

const struct cg_metadata_kind metadata_source_range = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_SOURCE_RANGE,
    .places = CG_ON_NODE,
    .strategy = "definition",
    .check = check,
    .description = "where the definition begins and ends in its file",
    .collector = "cgcollect",
    .of_definition = true,
    .digits_alike = true,
};

bool cg_source_range(struct cg_source_range *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    struct cg_source_range range;
    bool ok = value_at(&value, graph, node, CG_KEY_SOURCE_RANGE) &&
              read_position(&range.first_line, &range.first_column, &value, "begin") &&
              read_position(&range.last_line, &range.last_column, &value, "end");
    if (ok) {
        *out = range;
    }
    return ok;
}
