/*
 * The kind `signature`: the type of a function.
 */
#include "metadata/functions/function_kinds.h"

#include <write/json_text.h>

#include "metadata/common/seen_declaration.h"
#include "source/type_spelling.h"

/** Resolves typedefs, so that files agree however they write a type. */
static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(seen->cursor));
    function->declared.signature = type_spelling_utf8(unit, type);
}

static void append_signature(GString *out, const struct rendering *r, unit_id function)
{
    const char *signature = unit_function_at(r->unit, function)->declared.signature;
    if (signature) {
        json_text_add_string(out, signature);
    }
}

const struct collected_kind kind_signature = {
    .key = CG_KEY_SIGNATURE,
    .description = "function type, such as int (const char *, ...)",
    .places = CG_ON_NODE,
    .look = look_at_declaration,
    .value = append_signature,
};
