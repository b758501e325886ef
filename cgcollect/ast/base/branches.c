/*
 * Decides which branches of `_Generic` and `__builtin_choose_expr` run, and which operands of
 * builtins are not evaluated. The walk and the pointer facts both use it, so that they follow the
 * same branches.
 */
#include "ast/base/expressions.h"

#include <string.h>

static bool have_same_type(CXCursor a, CXCursor b)
{
    return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(a)),
                            clang_getCanonicalType(clang_getCursorType(b))) != 0;
}

bool ast_is_choose_expr(CXCursor expression, const struct cursors *children)
{
    if (children->count != 3) {
        return false;
    }
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(children->items[0])).kind;
    bool constant = (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
    return constant && (have_same_type(expression, children->items[1]) ||
                        have_same_type(expression, children->items[2]));
}

/** Offset of the comma that ends the first operand of the _Generic at `text`; 0 if there is
 *  none. */
static size_t first_operand(const char *text, size_t length)
{
    int depth = 0;
    for (size_t i = 0; i < length; i++) {
        if (strchr("([{", text[i]) && text[i]) {
            depth++;
        } else if (strchr(")]}", text[i]) && text[i] && --depth == 0) {
            return 0;
        } else if (text[i] == ',' && depth == 1) {
            return i;
        }
    }
    return 0;
}

/** Whether the first operand is a type, so that all children are branches. The source text decides.
 *  If the first child is elsewhere, it is a macro argument and the operand. */
static bool is_of_type(struct ast *ast, CXCursor selection, CXCursor first)
{
    size_t length;
    size_t rest;
    CXSourceLocation at = clang_getRangeStart(clang_getCursorExtent(selection));
    CXSourceLocation inner = clang_getRangeStart(clang_getCursorExtent(first));
    const char *text = ast_text(ast, at, &length);
    const char *child = ast_text(ast, inner, &rest);
    if (text + length != child + rest || child <= text) {
        return false;
    }
    size_t comma = first_operand(text, length);
    return comma && child > text + comma && !memchr(text, ';', (size_t)(child - text));
}

unsigned ast_first_branch(struct ast *ast, CXCursor selection, const struct cursors *parts)
{
    bool generic = selection.kind == CXCursor_GenericSelectionExpr && parts->count > 0;
    return generic && is_of_type(ast, selection, parts->items[0]) ? 0 : 1;
}

bool ast_is_chosen(CXCursor selection, const struct cursors *branches, unsigned index)
{
    CXCursor branch = branches->items[index];
    long long value;
    if (selection.kind == CXCursor_UnexposedExpr) {
        return !ast_evaluate(branches->items[0], &value) || index == (value ? 1u : 2u);
    }
    return have_same_type(selection, branch);
}

bool ast_is_operand(CXCursor child, CXCursor parent)
{
    return !clang_equalLocations(clang_getCursorLocation(child), clang_getCursorLocation(parent));
}

/* Of __builtin_choose_expr only one branch counts; __builtin_types_compatible_p evaluates nothing.
 * Other builtins evaluate their operands, even if their value is constant. */
bool ast_is_rejected(struct ast *ast, CXCursor child, CXCursor parent)
{
    if (!ast->cplusplus &&
        ast_text_begins(ast, clang_getCursorLocation(parent), "__builtin_types_compatible_p")) {
        return true;
    }
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(ast, &parts, parent);
    bool rejected =
        ast_is_choose_expr(parent, &parts) && !clang_equalCursors(child, parts.items[0]);
    for (unsigned i = 1; rejected && i < parts.count; i++) {
        if (clang_equalCursors(child, parts.items[i]) && ast_is_chosen(parent, &parts, i)) {
            rejected = false;
        }
    }
    cursors_clear(&parts);
    return rejected;
}
