/*
 * The kind `madeBy`: the use of a macro whose expansion is the definition.
 */
#include "metadata/functions/function_kinds.h"

#include <write/json_text.h>

#include "metadata/common/seen_declaration.h"
#include "source/macro_use.h"

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    unsigned line;
    char *macro = seen->defines ? macro_making(seen->cursor, &line) : NULL;
    if (macro && g_utf8_validate(macro, -1, NULL)) {
        function->declared.macro = unit_string(unit, macro);
        function->declared.macro_line = line;
    }
    g_free(macro);
}

static void append_made_by(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    if (f->defined && f->declared.macro && f->origin) {
        g_string_append(out, "{\"file\":");
        json_text_add_string(out, f->origin);
        g_string_append_c(out, ',');
        json_text_add_member(out, "line", f->declared.macro_line);
        g_string_append(out, ",\"macro\":");
        json_text_add_string(out, f->declared.macro);
        g_string_append_c(out, '}');
    }
}

const struct collected_kind kind_made_by = {
    .key = CG_KEY_MADE_BY,
    .description = "the use of a macro whose expansion is the definition",
    .places = CG_ON_NODE,
    .look = look_at_declaration,
    .value = append_made_by,
};
