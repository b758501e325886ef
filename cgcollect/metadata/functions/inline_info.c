/*
 * The kind `inlineInfo`: whether a function is inline, and why.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/seen_declaration.h"
#include "source/cursors.h"

static bool is_at(CXCursor cursor, CXSourceLocation at)
{
    CXCursor defined = clang_getCursorDefinition(cursor);
    return clang_equalLocations(at, clang_getCursorLocation(cursor)) ||
           (!cursor_is_null(defined) && clang_equalLocations(at, clang_getCursorLocation(defined)));
}

/** Whether a function is an implicit template instance. An explicit specialisation has a place of
 *  its own; an instance has that of its template. */
static bool is_made(CXCursor definition)
{
    CXSourceLocation at = clang_getCursorLocation(definition);
    CXCursor pattern = cursor_made_of(definition);
    while (!cursor_is_null(pattern) && !is_at(pattern, at)) {
        pattern = cursor_made_of(pattern);
    }
    return !cursor_is_null(pattern);
}

/* ast/declarations/declaration_info.c reads the keyword and the attribute. */
static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    (void)unit;
    if (seen->defines) {
        function->declared.has_inline_info = true;
        function->declared.likely_inline = clang_Cursor_isFunctionInlined(seen->cursor) != 0;
        function->declared.is_template = is_made(seen->cursor);
    }
}

static void add_word(GString *out, const char *before, bool is)
{
    g_string_append(out, before);
    g_string_append(out, is ? "true" : "false");
}

static void append_inline_info(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    const struct unit_declared *d = unit_declared_of(r->unit, function);
    if (f->defined && d->has_inline_info) {
        add_word(out, "{\"isTemplate\":", d->is_template);
        add_word(out, ",\"likelyInline\":", d->likely_inline);
        add_word(out, ",\"markedAlwaysInline\":", d->always_inline);
        add_word(out, ",\"markedInline\":", d->marked_inline);
        g_string_append_c(out, '}');
    }
}

const struct collected_kind kind_inline_info = {
    .key = CG_KEY_INLINE_INFO,
    .description = "whether it is inline (keyword, attribute or place) or a template instance",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .look = look_at_declaration,
    .value = append_inline_info,
};
