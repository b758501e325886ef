/*
 * The kind `fileProperties`: whether a function comes from a system header.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/seen_declaration.h"

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    (void)unit;
    function->in_system_header = seen->system;
}

/* No source shows where a function is declared that only the compiler mentions. Another file
 * may. */
static bool is_known(const struct unit_function *function)
{
    return function->defined || function->origin || function->in_system_header ||
           (function->seen & UNIT_AST);
}

static void append_file_properties(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    if (is_known(f)) {
        g_string_append_printf(out, "{\"systemInclude\":%s}",
                               f->in_system_header ? "true" : "false");
    }
}

const struct collected_kind kind_file_properties = {
    .key = CG_KEY_FILE_PROPERTIES,
    .description = "whether the function comes from a system header",
    .places = CG_ON_NODE,
    .always = true,
    .look = look_at_declaration,
    .value = append_file_properties,
};
