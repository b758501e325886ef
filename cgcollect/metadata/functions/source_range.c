/*
 * The kind `sourceRange`: where a definition begins and ends in its file.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/node_values.h"
#include "metadata/common/seen_declaration.h"
#include "source/cursors.h"
#include "source/macro_use.h"

static CXFile expansion(CXSourceLocation location, unsigned *line, unsigned *column)
{
    CXFile file;
    clang_getExpansionLocation(location, &file, line, column, NULL);
    return file;
}

/* Uses the lines of the actual file, ignoring `#line`, as the function's origin does. */
static void look_at_declaration(struct unit *unit, struct unit_function *function,
                                const struct seen_declaration *seen)
{
    unsigned name[2];
    unsigned begin[2];
    unsigned end[2];
    CXSourceRange range = clang_getCursorExtent(seen->cursor);
    CXTranslationUnit tu = clang_Cursor_getTranslationUnit(seen->cursor);
    struct macro_use use = {0};
    (void)unit;
    if (!seen->defines || !cursor_is_written(seen->cursor)) {
        return;
    }
    struct unit_declared *declared = &function->declared;
    CXFile file = expansion(clang_getCursorLocation(seen->cursor), &name[0], &name[1]);
    CXFile first = expansion(clang_getRangeStart(range), &begin[0], &begin[1]);
    CXFile last = expansion(macro_range_end(tu, range, &use), &end[0], &end[1]);
    uint64_t from = UNIT_POSITION(begin[0], begin[1]);
    uint64_t at = UNIT_POSITION(name[0], name[1]); /* the extent of a lambda begins before
                                                    * libclang's place */
    bool whole = file && clang_File_isEqual(file, first) && clang_File_isEqual(file, last);
    declared->first = whole ? MIN(from, at) : 0;
    declared->last = whole && end[1] > 1 ? UNIT_POSITION(end[0], end[1] - 1) : declared->first;
}

static void append_position(GString *out, const char *name, uint64_t position)
{
    g_string_append_c(out, '"');
    g_string_append(out, name);
    g_string_append(out, "\":{");
    value_add_member(out, "column", (uint32_t)position);
    g_string_append_c(out, ',');
    value_add_member(out, "line", (uint32_t)(position >> 32));
    g_string_append_c(out, '}');
}

/** Template instances have the place of their template, whatever showed them. */
static void append_value(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_function *f = unit_function_at(r->unit, function);
    const struct unit_body *body = unit_body_of(r->unit, function);
    bool made = body && body->of_template && body->file == f->origin;
    uint64_t first = made ? body->first : f->declared.first;
    uint64_t last = made ? body->last : f->declared.last;
    if (f->defined && first && f->origin) {
        g_string_append_c(out, '{');
        append_position(out, "begin", first);
        g_string_append_c(out, ',');
        append_position(out, "end", last);
        g_string_append_c(out, '}');
    }
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_SOURCE_RANGE, append_value, error);
}

const struct collected_kind kind_source_range = {
    .key = CG_KEY_SOURCE_RANGE,
    .description = "first and last line and column of the definition, in its file",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .look = look_at_declaration,
    .write = write_kind,
};
