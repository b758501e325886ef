/*
 * Finds where the definition of a function begins and ends, for all kinds that need it.
 */
#include "metadata/common/extent.h"

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
void extent_look(struct unit *unit, struct unit_function *function,
                 const struct seen_declaration *seen)
{
    unsigned name[2];
    unsigned begin[2];
    unsigned end[2];
    CXSourceRange range = clang_getCursorExtent(seen->cursor);
    CXTranslationUnit tu = clang_Cursor_getTranslationUnit(seen->cursor);
    struct macro_use use = {0};
    (void)unit;
    struct unit_declared *declared = &function->declared;
    if (!seen->defines || !cursor_is_written(seen->cursor)) {
        return;
    }
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

bool extent_of(uint64_t *first, uint64_t *last, const struct unit *unit, unit_id function)
{
    const struct unit_function *f = unit_function_at(unit, function);
    const struct unit_body *body = unit_body_of(unit, function);
    bool made = body && body->of_template && body->file == f->origin;
    *first = made ? body->first : f->declared.first;
    *last = made ? body->last : f->declared.last;
    return f->defined && *first && f->origin;
}
