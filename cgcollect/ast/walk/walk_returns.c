/*
 * Returned variables, whose copies some compilers leave out where others make them.
 *
 * All leave out the copy of a variable of the outermost block that every `return` of its function
 * returns. clang does so wherever the variable's block returns nothing else; GCC before 14 copies
 * or moves variables of inner blocks, and any where another `return` returns something else. The
 * compiler whose IR is read decides for itself alone, so the source's call of the constructor
 * stays.
 */
#include "ast/walk/cursor_walk.h"

/** The returns of a function. */
struct returns {
    CXCursor variable; /**< what the last one returns; null: no variable */
    bool any;
    bool differ;
};

static CXCursor only_part(CXCursor cursor)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, cursor);
    CXCursor part = parts.count == 1 ? parts.items[0] : clang_getNullCursor();
    cursors_clear(&parts);
    return part;
}

/* The local object that a `return` names, below what copies it; null if it names none. */
static CXCursor returned_variable(CXCursor statement)
{
    CXCursor expression = only_part(statement);
    while (expression.kind == CXCursor_UnexposedExpr || expression.kind == CXCursor_ParenExpr ||
           expression.kind == CXCursor_CallExpr) {
        expression = only_part(expression);
    }
    CXCursor named = expression.kind == CXCursor_DeclRefExpr ? clang_getCursorReferenced(expression)
                                                             : clang_getNullCursor();
    bool is_object = named.kind == CXCursor_VarDecl &&
                     clang_Cursor_getStorageClass(named) != CX_SC_Static &&
                     cursor_is_function(clang_getCursorSemanticParent(named).kind) &&
                     clang_getCanonicalType(clang_getCursorType(named)).kind == CXType_Record;
    return is_object ? named : clang_getNullCursor();
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

/** Looks for a variable among the declarations of a function's outermost block. */
struct search {
    CXCursor variable;
    bool found;
};

static enum CXChildVisitResult find_declared(CXCursor child, CXCursor parent, CXClientData data)
{
    struct search *search = data;
    if ((child.kind == CXCursor_CompoundStmt && parent.kind != CXCursor_CompoundStmt) ||
        child.kind == CXCursor_DeclStmt) {
        return CXChildVisit_Recurse;
    }
    search->found = search->found || clang_equalCursors(child, search->variable);
    return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool is_outermost(struct walk *walk, CXCursor variable)
{
    struct search search = {.variable = variable};
    ast_visit_children(walk->ast, walk->body, find_declared, &search);
    return search.found;
}

void walk_return(struct walk *walk, CXCursor statement)
{
    CXCursor variable = returned_variable(statement);
    walk->may_copy = walk->caller != UNIT_NONE && !clang_Cursor_isNull(variable) &&
                     (!is_outermost(walk, variable) || returns_differ(walk));
    ast_visit_children(walk->ast, statement, walk->visit, walk);
    walk->may_copy = false;
}
