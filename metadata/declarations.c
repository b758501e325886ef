/* Kinds from declarations. */
#include "builtin.h"
#include "shape_check.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

CHECK_WORD(check_no_code, "builtin", "trivial")
CHECK_OBJECT(check_parameter, {"name", check_string, false}, {"type", check_string, false})
CHECK_ELEMENTS(check_parameters, check_parameter)
CHECK_OBJECT(check_position, {"column", check_count, false}, {"line", check_count, false})
CHECK_OBJECT(check_range, {"begin", check_position, false}, {"end", check_position, false})
CHECK_OBJECT(check_made_by, {"file", check_string, false}, {"line", check_count, false},
             {"macro", check_string, false})
/* Files of version 2 have the origin here; reading takes it out. */
CHECK_OBJECT(check_properties, {"origin", check_string, true},
             {"systemInclude", check_boolean, false})
CHECK_OBJECT(check_inline, {"isTemplate", check_boolean, false},
             {"likelyInline", check_boolean, false}, {"markedAlwaysInline", check_boolean, false},
             {"markedInline", check_boolean, false})

/* MetaCG takes the new value only if it replaces a declaration by its definition. */
static int replace(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    return m->b_defined && !m->a_defined ? cg_merge_last(out, m, error)
                                         : cg_merge_first(out, m, error);
}

/* MetaCG: true if either is, but isTemplate keeps the existing value. So the new value gets that of
 * the existing one: "true" and "false" differ in length by one character. */
static int keep_template(struct cg_text *out, const struct cg_merge_input *m,
                         struct cg_error *error)
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
    struct cg_merge_input input = *m;
    input.b = (struct cg_value){text, length};
    int status = cg_merge_or(out, &input, error);
    free(text);
    return status;
}

const struct cg_metadata_kind metadata_declarations[] = {
    {KIND(CG_KEY_SIGNATURE, CG_ON_NODE, "greatest", check_string, "type of the function"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_RESULT_TYPE, CG_ON_NODE, "definition", check_string,
          "type of the function's result"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_PARAMETERS, CG_ON_NODE, "definition", check_parameters,
          "names and types of the parameters"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_ATTRIBUTES, CG_ON_NODE, "union", check_strings,
          "attributes of the function: noreturn, pure, ..."),
     .collector = "cgcollect"},
    {KIND(CG_KEY_PURE_VIRTUAL, CG_ON_NODE, "greatest", check_boolean,
          "whether the method is declared pure virtual: no virtual table has it"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_NO_CODE, CG_ON_NODE, "greatest", check_no_code,
          "why there is no code of it: trivial (it does nothing), builtin"),
     .collector = "cgcollect"},
    {KIND(CG_KEY_INLINE_INFO, CG_ON_NODE, "or", check_inline,
          "whether the function is inline, or a template instance"),
     .metacg = keep_template, .collector = "cgcollect"},
    {KIND(CG_KEY_FILE_PROPERTIES, CG_ON_NODE, "and", check_properties,
          "whether the function comes from a system header"),
     .metacg = replace, .collector = "cgcollect"},
    {KIND(CG_KEY_DEFINED_IN, CG_ON_NODE, "union", check_places,
          "all places where the function is defined"),
     .collector = "cgcollect", .digits_alike = true},
    {KIND(CG_KEY_MADE_BY, CG_ON_NODE, "definition", check_made_by,
          "the use of a macro whose expansion is the definition"),
     .collector = "cgcollect", .digits_alike = true},
    {KIND(CG_KEY_SOURCE_RANGE, CG_ON_NODE, "definition", check_range,
          "where the definition begins and ends in its file"),
     .collector = "cgcollect", .of_definition = true, .digits_alike = true},
    {0},
};

int cg_signature(char **out, const struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    return value_string(out, graph, node, CG_KEY_SIGNATURE, error);
}

int cg_result_type(char **out, const struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    return value_string(out, graph, node, CG_KEY_RESULT_TYPE, error);
}

int64_t cg_num_parameters(const struct cg_graph *graph, cg_node node)
{
    struct cg_value value, parameter;
    struct cg_value_walk walk;
    int64_t count = 0;
    if (!value_at(&value, graph, node, CG_KEY_PARAMETERS) ||
        check_array(&value, CG_ON_NODE, NULL) != CG_OK) {
        return -1;
    }
    cg_value_walk_start(&walk, &value);
    while (cg_value_walk_next(&walk, NULL, &parameter)) {
        count++;
    }
    return count;
}

/* "constructor(101)" is constructor, too. */
static bool is_called(const struct cg_value *attribute, const char *name, size_t length)
{
    return attribute->length >= length + 2 && attribute->text[0] == '"' &&
           memcmp(attribute->text + 1, name, length) == 0 &&
           strchr("\"(", attribute->text[length + 1]);
}

bool cg_has_attribute(const struct cg_graph *graph, cg_node node, const char *name)
{
    struct cg_value value, attribute;
    struct cg_value_walk walk;
    bool found = false;
    if (value_at(&value, graph, node, CG_KEY_ATTRIBUTES) &&
        check_strings(&value, CG_ON_NODE, NULL) == CG_OK) {
        cg_value_walk_start(&walk, &value);
        while (!found && cg_value_walk_next(&walk, NULL, &attribute)) {
            found = is_called(&attribute, name, strlen(name));
        }
    }
    return found;
}

static bool is_true(const struct cg_value *object, const char *key)
{
    struct cg_value member;
    return cg_value_member(&member, object, key) && cg_value_is_true(&member);
}

bool cg_inline_info(struct cg_inline_info *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    if (!value_at(&value, graph, node, CG_KEY_INLINE_INFO) ||
        check_inline(&value, CG_ON_NODE, NULL) != CG_OK) {
        return false;
    }
    *out = (struct cg_inline_info){.marked_inline = is_true(&value, "markedInline"),
                                   .likely_inline = is_true(&value, "likelyInline"),
                                   .marked_always_inline = is_true(&value, "markedAlwaysInline"),
                                   .is_template = is_true(&value, "isTemplate")};
    return true;
}

bool cg_in_system_header(const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    return value_at(&value, graph, node, CG_KEY_FILE_PROPERTIES) &&
           is_true(&value, "systemInclude");
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
