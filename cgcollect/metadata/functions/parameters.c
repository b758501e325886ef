/*
 * The kind `parameters`: names and types of the parameters.
 */
#include "metadata/functions/function_kinds.h"

#include <write/json_text.h>

#include "metadata/common/seen_declaration.h"
#include "source/type_spelling.h"

static void add_parameter(GString *out, struct unit *unit, CXCursor parameter)
{
    CXString spelling = clang_getCursorSpelling(parameter);
    const char *name = clang_getCString(spelling);
    const char *type = type_spelling_utf8(unit, clang_getCursorType(parameter));
    g_string_append(out, "{\"name\":");
    json_text_add_string(out, name && g_utf8_validate(name, -1, NULL) ? name : "");
    g_string_append(out, ",\"type\":");
    json_text_add_string(out, type ? type : "");
    g_string_append_c(out, '}');
    clang_disposeString(spelling);
}

static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    int count = clang_Cursor_getNumArguments(seen->cursor);
    if (!seen->defines || count < 0) {
        return;
    }
    GString *text = g_string_new("[");
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            g_string_append_c(text, ',');
        }
        add_parameter(text, unit, clang_Cursor_getArgument(seen->cursor, (unsigned)i));
    }
    g_string_append_c(text, ']');
    function->declared.parameters = unit_string(unit, text->str);
    g_string_free(text, TRUE);
}

static void append_parameters(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    if (f->defined && f->declared.parameters) {
        g_string_append(out, f->declared.parameters);
    }
}

const struct collected_kind kind_parameters = {
    .key = CG_KEY_PARAMETERS,
    .description = "names and types of the parameters in the definition",
    .places = CG_ON_NODE,
    .look = look_at_declaration,
    .value = append_parameters,
};
