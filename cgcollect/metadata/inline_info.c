#include "values.h"

/** Whether a function is made of a template by using it. An explicit specialisation has a place of
 *  its own; what is made stands where the template does. */
static bool is_made(CXCursor definition)
{
    CXCursor pattern = clang_getSpecializedCursorTemplate(definition);
    if (clang_Cursor_isNull(pattern)) {
        return false;
    }
    CXSourceLocation at = clang_getCursorLocation(definition);
    CXCursor defined = clang_getCursorDefinition(pattern);
    return clang_equalLocations(at, clang_getCursorLocation(pattern)) ||
           (!clang_Cursor_isNull(defined) &&
            clang_equalLocations(at, clang_getCursorLocation(defined)));
}

/* The keyword and the attribute are read by ast/declared.c. */
static void look(struct unit *unit, struct unit_function *function, CXCursor declaration,
                 bool definition)
{
    (void)unit;
    if (definition) {
        function->declared.has_inline_info = true;
        function->declared.likely_inline = clang_Cursor_isFunctionInlined(declaration) != 0;
        function->declared.is_template = is_made(declaration);
    }
}

static const char *word(bool is)
{
    return is ? "true" : "false";
}

static void append(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    const struct unit_declared *d = &f->declared;
    if (f->defined && d->has_inline_info) {
        g_string_append_printf(out,
                               "{\"isTemplate\":%s,\"likelyInline\":%s,\"markedAlwaysInline\":%s,"
                               "\"markedInline\":%s}",
                               word(d->is_template), word(d->likely_inline), word(d->always_inline),
                               word(d->marked_inline));
    }
}

static int put(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_INLINE_INFO, append, error);
}

const struct collected_kind kind_inline_info = {
    .key = CG_KEY_INLINE_INFO,
    .description = "whether it is inline, by keyword, attribute or place, or made of a template",
    .places = CG_ON_NODE,
    .look = look,
    .write = put,
};
