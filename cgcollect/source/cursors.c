/*
 * Few cursors fit into the array itself, as most expressions have few parts; more are allocated.
 */
#include "source/cursors.h"

#include <string.h>

void cursors_init(struct cursors *cursors)
{
    cursors->items = cursors->inside;
    cursors->count = 0;
    cursors->capacity = G_N_ELEMENTS(cursors->inside);
}

void cursors_clear(struct cursors *cursors)
{
    if (cursors->items != cursors->inside) {
        g_free(cursors->items);
    }
}

void cursors_add(struct cursors *cursors, CXCursor cursor)
{
    if (cursors->count == cursors->capacity) {
        CXCursor *more = g_new(CXCursor, (gsize)cursors->capacity * 2);
        memcpy(more, cursors->items, cursors->count * sizeof *more);
        cursors_clear(cursors);
        cursors->items = more;
        cursors->capacity *= 2;
    }
    cursors->items[cursors->count++] = cursor;
}

static enum CXChildVisitResult add_child(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (cursor_is_expression(child.kind) || cursor_is_statement(child.kind)) {
        cursors_add(data, child);
    }
    return CXChildVisit_Continue;
}

void cursors_add_children(struct cursors *cursors, CXCursor parent)
{
    clang_visitChildren(parent, add_child, cursors);
}

bool cursor_is_function(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        return true;
    default:
        return false;
    }
}

bool cursor_is_written(CXCursor definition)
{
    CXSourceLocation at = clang_getCursorLocation(definition);
    CXCursor around = clang_getCursorSemanticParent(definition);
    return !clang_CXXMethod_isDefaulted(definition) ||
           !clang_equalLocations(at, clang_getCursorLocation(around));
}

CXCursor cursor_made_of(CXCursor cursor)
{
    CXCursor pattern = clang_getSpecializedCursorTemplate(cursor);
    return clang_equalCursors(pattern, cursor) ? clang_getNullCursor() : pattern;
}

guint cursor_hash(gconstpointer cursor)
{
    return clang_hashCursor(*(const CXCursor *)cursor);
}

gboolean cursor_equal(gconstpointer a, gconstpointer b)
{
    return clang_equalCursors(*(const CXCursor *)a, *(const CXCursor *)b) != 0;
}
