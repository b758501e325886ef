#include "ast/walk.h"

static bool have_same_type(CXCursor a, CXCursor b)
{
    return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(a)),
                            clang_getCanonicalType(clang_getCursorType(b))) != 0;
}

bool walk_is_choose_expr(CXCursor expression, const struct cursors *children)
{
    if (children->count != 3) {
        return false;
    }
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(children->items[0])).kind;
    bool constant = (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
    return constant && (have_same_type(expression, children->items[1]) ||
                        have_same_type(expression, children->items[2]));
}

bool walk_is_chosen(CXCursor selection, const struct cursors *branches, unsigned index)
{
    CXCursor branch = branches->items[index];
    long long value;
    if (selection.kind == CXCursor_UnexposedExpr) {
        return !walk_evaluate(branches->items[0], &value) || index == (value ? 1u : 2u);
    }
    return have_same_type(selection, branch);
}

void walk_generic(struct walk *walk, CXCursor selection)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, selection);
    for (unsigned i = 1; i < parts.count; i++) {
        if (walk_is_chosen(selection, &parts, i)) {
            walk_tree(walk, parts.items[i]);
        }
    }
    cursors_clear(&parts);
}

/* A child that does not begin where its unexposed parent begins hints at a builtin: of
 *  __builtin_choose_expr only one branch counts, and what is a constant, as the answer of
 *  __builtin_types_compatible_p is, evaluates nothing. */
bool walk_is_rejected(struct ast *ast, CXCursor child, CXCursor parent)
{
    if (clang_equalLocations(clang_getCursorLocation(child), clang_getCursorLocation(parent))) {
        return false;
    }
    long long value;
    if (!ast->cplusplus && walk_evaluate(parent, &value)) {
        return true;
    }
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, parent);
    bool rejected =
        walk_is_choose_expr(parent, &parts) && !clang_equalCursors(child, parts.items[0]);
    for (unsigned i = 1; rejected && i < parts.count; i++) {
        if (clang_equalCursors(child, parts.items[i]) && walk_is_chosen(parent, &parts, i)) {
            rejected = false;
        }
    }
    cursors_clear(&parts);
    return rejected;
}
