#include "builtin.h"
#include "check.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{"isTemplate", check_boolean, false},
                                                  {"likelyInline", check_boolean, false},
                                                  {"markedAlwaysInline", check_boolean, false},
                                                  {"markedInline", check_boolean, false},
                                                  {0}};
    (void)place;
    return check_object(value, members, error);
}

/* MetaCG: true when one is, but isTemplate stays as it is. So what comes has it as what is there:
 * the two texts are as long as each other but for one character, "true" and "false". */
static int keep_template(struct cg_text *out, const struct cg_meeting *m, struct cg_error *error)
{
    struct cg_value a, b;
    if (!cg_value_member(&a, &m->a, "isTemplate") || !cg_value_member(&b, &m->b, "isTemplate")) {
        return cg_merge_or(out, m, error);
    }
    size_t before = (size_t)(b.text - m->b.text), after = m->b.length - before - b.length;
    size_t length = before + a.length + after;
    char *text = malloc(length);
    if (!text) {
        return CG_E_MEMORY;
    }
    memcpy(text, m->b.text, before);
    memcpy(text + before, a.text, a.length);
    memcpy(text + before + a.length, b.text + b.length, after);
    struct cg_meeting meeting = *m;
    meeting.b = (struct cg_value){text, length};
    int status = cg_merge_or(out, &meeting, error);
    free(text);
    return status;
}

static bool is_true(const struct cg_value *object, const char *key)
{
    struct cg_value member;
    return cg_value_member(&member, object, key) && cg_value_is_true(&member);
}

const struct cg_metadata_kind metadata_inline_info = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_INLINE_INFO,
    .places = CG_ON_NODE,
    .strategy = "or",
    .metacg = keep_template,
    .check = check,
    .description = "whether the function is inline, or made of a template",
    .collector = "cgcollect",
};

bool cg_inline_info(struct cg_inline_info *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    if (!value_at(&value, graph, node, CG_KEY_INLINE_INFO) ||
        check(&value, CG_ON_NODE, NULL) != CG_OK) {
        return false;
    }
    *out = (struct cg_inline_info){.marked_inline = is_true(&value, "markedInline"),
                                   .likely_inline = is_true(&value, "likelyInline"),
                                   .marked_always_inline = is_true(&value, "markedAlwaysInline"),
                                   .is_template = is_true(&value, "isTemplate")};
    return true;
}
