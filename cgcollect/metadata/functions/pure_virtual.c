/*
 * The kind `pureVirtual`: a declaration marks the method as pure.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/seen_declaration.h"

#include <libcg/facts.h>

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    (void)unit;
    function->is_pure = function->is_pure || clang_CXXMethod_isPureVirtual(seen->cursor) != 0;
}

static void append_pure_virtual(GString *out, const struct rendering *r, unit_id function)
{
    g_string_append(out, unit_function_at(r->unit, function)->is_pure ? "true" : "");
}

const struct collected_kind kind_pure_virtual = {
    .key = CG_KEY_PURE_VIRTUAL,
    .description = "whether the method is pure virtual, and so in no virtual table",
    .places = CG_ON_NODE,
    .always = true,
    .look = look_at_declaration,
    .value = append_pure_virtual,
};
