#include "builtin.h"
#include "check.h"
#include "values.h"

/* In files of version 2 the origin stands here; reading takes it out. */
static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"origin", check_string, true}, {"systemInclude", check_boolean, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

/* MetaCG takes what comes only when that replaces a declaration by its definition. */
static int replace(struct cg_text *out, const struct cg_meeting *m, struct cg_error *error)
{
    return m->b_defined && !m->a_defined ? cg_merge_last(out, m, error)
                                         : cg_merge_first(out, m, error);
}

const struct cg_metadata_kind metadata_file_properties = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_FILE_PROPERTIES,
    .places = CG_ON_NODE,
    .strategy = "and",
    .metacg = replace,
    .check = check,
    .description = "whether the function comes from a system header",
    .collector = "cgcollect",
};

bool cg_in_system_header(const struct cg_graph *graph, cg_node node)
{
    struct cg_value value, member;
    return value_at(&value, graph, node, CG_KEY_FILE_PROPERTIES) &&
           cg_value_member(&member, &value, "systemInclude") && cg_value_is_true(&member);
}
