/*
 * The kind `attributes`: the attributes of a function's declarations.
 */
#include "metadata/functions/function_kinds.h"

#include <write/json_text.h>

/* Read by ast/declarations/declaration_info.c; any declaration may have them. */
static void append_attributes(GString *out, const struct rendering *r, unit_id function)
{
    const GPtrArray *attributes = unit_declared_of(r->unit, function)->attributes;
    for (guint i = 0; attributes && i < attributes->len; i++) {
        g_string_append_c(out, i ? ',' : '[');
        json_text_add_string(out, g_ptr_array_index(attributes, i));
    }
    if (attributes) {
        g_string_append_c(out, ']');
    }
}

const struct collected_kind kind_attributes = {
    .key = CG_KEY_ATTRIBUTES,
    .description = "declared attributes: noreturn, pure, constructor(101), ...",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .value = append_attributes,
};
