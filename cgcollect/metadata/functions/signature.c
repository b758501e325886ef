/*
 * The kind `signature`: the type of a function.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/node_values.h"
#include "metadata/common/seen_declaration.h"
#include "source/type_spelling.h"

/** Names of types are resolved, so that files agree however they write them. */
static void look(struct unit *unit, struct unit_function *function,
                 const struct seen_declaration *seen)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(seen->cursor));
    function->declared.signature = type_spelling_utf8(unit, type);
}

static void append(GString *out, const struct rendering *r, unit_id function)
{
    const char *signature = unit_function_at(r->unit, function)->declared.signature;
    if (signature) {
        value_add_string(out, signature);
    }
}

static int put(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_SIGNATURE, append, error);
}

const struct collected_kind kind_signature = {
    .key = CG_KEY_SIGNATURE,
    .description = "type of the function, such as int (const char *, ...)",
    .places = CG_ON_NODE,
    .look = look,
    .write = put,
};
