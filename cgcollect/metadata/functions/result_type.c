/*
 * The kind `resultType` of a function.
 */
#include "metadata/functions/function_kinds.h"

#include <write/json_text.h>

#include "metadata/common/seen_declaration.h"
#include "source/type_spelling.h"

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    if (seen->defines) {
        CXType type = clang_getCursorResultType(seen->cursor);
        function->declared.result_type = type_spelling_utf8(unit, type);
    }
}

static void append_result_type(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    if (f->defined && f->declared.result_type) {
        json_text_add_string(out, f->declared.result_type);
    }
}

const struct collected_kind kind_result_type = {
    .key = CG_KEY_RESULT_TYPE,
    .description = "type of the result in the definition",
    .places = CG_ON_NODE,
    .look = look_at_declaration,
    .value = append_result_type,
};
