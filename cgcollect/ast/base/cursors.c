#include "ast/walk/walk.h"

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
    if (clang_isExpression(child.kind) || clang_isStatement(child.kind)) {
        cursors_add(data, child);
    }
    return CXChildVisit_Continue;
}

void cursors_add_children(struct cursors *cursors, CXCursor parent)
{
    clang_visitChildren(parent, add_child, cursors);
}
