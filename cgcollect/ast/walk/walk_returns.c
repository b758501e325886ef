/*
 * Returned variables, whose copies some compilers leave out where others make them.
 *
 * All leave out the copy of a local variable that each `return` of a function returns. Where
 * another `return` returns something else, GCC copies or moves; clang does not when the variable's
 * block returns nothing else. The compiler whose IR is read decides for itself alone, so such
 * copies stay.
 */
#include "ast/walk/walk.h"

/** The returns of a function. */
struct returns {
    CXCursor variable; /**< what the first one returns; null: no variable */
    bool any;
    bool differ;
};

/* The local variable that an expression names, below what copies it; null if it is no such. */
static CXCursor named_variable(CXCursor expression)
{
    while (expression.kind == CXCursor_UnexposedExpr || expression.kind == CXCursor_ParenExpr ||
           expression.kind == CXCursor_CallExpr) {
        struct cursors parts;
        cursors_init(&parts);
        cursors_add_children(&parts, expression);
        expression = parts.count == 1 ? parts.items[0] : clang_getNullCursor();
        cursors_clear(&parts);
    }
    CXCursor named = expression.kind == CXCursor_DeclRefExpr ? clang_getCursorReferenced(expression)
                                                             : clang_getNullCursor();
    bool local = named.kind == CXCursor_VarDecl &&
                 clang_Cursor_getStorageClass(named) != CX_SC_Static &&
                 cursor_is_function(clang_getCursorSemanticParent(named).kind);
    return local ? named : clang_getNullCursor();
}

static CXCursor returned_variable(CXCursor statement)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, statement);
    CXCursor variable = parts.count == 1 ? named_variable(parts.items[0]) : clang_getNullCursor();
    cursors_clear(&parts);
    return variable;
}

static enum CXChildVisitResult note_return(CXCursor child, CXCursor parent, CXClientData data)
{
    struct returns *returns = data;
    (void)parent;
    if (child.kind == CXCursor_LambdaExpr || child.kind == CXCursor_ClassDecl ||
        child.kind == CXCursor_StructDecl || child.kind == CXCursor_BlockExpr) {
        return CXChildVisit_Continue; /* others return there */
    }
    if (child.kind != CXCursor_ReturnStmt) {
        return CXChildVisit_Recurse;
    }
    CXCursor variable = returned_variable(child);
    returns->differ =
        returns->differ || (returns->any && !clang_equalCursors(variable, returns->variable));
    returns->variable = variable;
    returns->any = true;
    return returns->differ ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool returns_differ(struct walk *walk)
{
    if (!walk->returns) {
        struct returns returns = {.variable = clang_getNullCursor()};
        ast_visit_children(walk->ast, walk->body, note_return, &returns);
        walk->returns = returns.differ ? WALK_RETURNS_DIFFER : WALK_RETURNS_ALIKE;
    }
    return walk->returns == WALK_RETURNS_DIFFER;
}

void walk_return(struct walk *walk, CXCursor statement)
{
    bool variable = walk->ast->cplusplus && walk->caller != UNIT_NONE &&
                    !clang_Cursor_isNull(returned_variable(statement));
    walk->may_copy = variable && returns_differ(walk);
    ast_visit_children(walk->ast, statement, walk->visit, walk);
    walk->may_copy = false;
}
