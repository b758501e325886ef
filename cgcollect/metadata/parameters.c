#include "values.h"

static void add_member(GString *out, const char *name, CXString value)
{
    const char *text = clang_getCString(value);
    g_string_append_printf(out, "\"%s\":", name);
    value_add_string(out, text && g_utf8_validate(text, -1, NULL) ? text : "");
    clang_disposeString(value);
}

static void look(struct unit *unit, struct unit_function *function, CXCursor declaration,
                 bool definition)
{
    int count = clang_Cursor_getNumArguments(declaration);
    if (!definition || count < 0) {
        return;
    }
    GString *text = g_string_new("[");
    for (int i = 0; i < count; i++) {
        CXCursor parameter = clang_Cursor_getArgument(declaration, (unsigned)i);
        g_string_append(text, i ? ",{" : "{");
        add_member(text, "name", clang_getCursorSpelling(parameter));
        g_string_append_c(text, ',');
        add_member(text, "type", clang_getTypeSpelling(clang_getCursorType(parameter)));
        g_string_append_c(text, '}');
    }
    g_string_append_c(text, ']');
    function->declared.parameters = unit_string(unit, text->str);
    g_string_free(text, TRUE);
}

static void append(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    if (f->defined && f->declared.parameters) {
        g_string_append(out, f->declared.parameters);
    }
}

static int put(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_PARAMETERS, append, error);
}

const struct collected_kind kind_parameters = {
    .key = CG_KEY_PARAMETERS,
    .description = "names and types of the parameters, as the definition has them",
    .places = CG_ON_NODE,
    .look = look,
    .write = put,
};
