/*
 * Walks what only C++ has: lambdas, `delete`, classes within functions, lists that hide calls.
 */
#include "ast/walk/cursor_walk.h"

static enum CXChildVisitResult find_operator(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (child.kind == CXCursor_CXXMethod) {
        *(CXCursor *)data = child;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

/** The lambda's body is another function; its captures are initialised here. */
static enum CXChildVisitResult visit_capture(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    CXCursor init = ast_init_capture(child);
    if (!cursor_is_null(init)) {
        walk_tree(data, init);
    }
    return CXChildVisit_Continue;
}

static void walk_lambda(struct walk *walk, CXCursor lambda)
{
    struct ast *ast = walk->ast;
    bool on_spot = walk->on_spot;
    walk->on_spot = false;
    ast_number_lambda(ast, walk->caller, lambda);
    clang_visitChildren(lambda, visit_capture, walk);
    CXCursor method = clang_getNullCursor();
    CXCursor closure = clang_getTypeDeclaration(clang_getCursorType(lambda));
    clang_visitChildren(closure, find_operator, &method);
    struct ast_function *function =
        cursor_is_null(method) ? NULL : ast_function(ast, method, clang_getNullLocation());
    if (!function || function->id == UNIT_NONE) {
        walk->hides = true; /* generic: libclang does not show its instances */
        return;
    }
    if (!on_spot) {
        /* Converted to a function pointer, or called by a template that received it. */
        walk_take(walk, function->id, ast_cursor_place(ast, lambda));
    }
    if (!function->visited) {
        function->visited = true;
        ast_define(ast, function, method);
        walk_body(ast, function->id, lambda, walk->visit);
    }
}

/** Expressions whose calls libclang does not show. */
static bool hides_calls(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_CXXNewExpr:
    case CXCursor_CXXForRangeStmt:
    case CXCursor_CXXThrowExpr:
    case CXCursor_UnexposedDecl: /* structured bindings among others */
        return true;
    default:
        return false;
    }
}

static enum CXChildVisitResult find_class(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    bool *found = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(child));
    *found = *found || (child.kind != CXCursor_InitListExpr && type.kind == CXType_Record &&
                        cursor_is_expression(child.kind));
    return *found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/** libclang shows lists as written: without default member initialisers, conversions and copies. */
static bool list_hides_calls(CXCursor list)
{
    bool has_class = false;
    clang_visitChildren(list, find_class, &has_class);
    return has_class || ast_is_managed(clang_getCursorType(list));
}

bool walk_is_default_argument(CXCursor expression)
{
    return clang_equalLocations(clang_getCursorLocation(expression), clang_getNullLocation()) != 0;
}

/** Limit on nested bases; no program gets close. */
#define MOST_BASES 100

struct destructor {
    CXCursor found;
    unsigned depth;
};

static void find_destructor(struct destructor *d, CXType type);

static enum CXChildVisitResult find_of_base(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct destructor *d = data;
    if (child.kind == CXCursor_CXXBaseSpecifier) {
        find_destructor(d, clang_getCanonicalType(clang_getCursorType(child)));
    }
    return cursor_is_null(d->found) ? CXChildVisit_Continue : CXChildVisit_Break;
}

/** The destructor of a class; if the source gives it none, that of a base. */
static void find_destructor(struct destructor *d, CXType type)
{
    d->found = ast_written_destructor(type);
    if (cursor_is_null(d->found) && d->depth < MOST_BASES) {
        d->depth++;
        CXCursor class = clang_getTypeDeclaration(type);
        clang_visitChildren(clang_getCursorDefinition(class), find_of_base, d);
        d->depth--;
    }
}

static void note_delete(struct walk *walk, CXType type, struct unit_place place)
{
    CXCursor class = clang_getTypeDeclaration(type);
    struct unit_delete deleted = {
        .caller = walk_caller(walk),
        .place = place,
        .of_system = ast_in_system(walk->ast, clang_getCursorLocation(class)),
    };
    if (deleted.caller != UNIT_NONE) {
        unit_add_delete(walk->ast->unit, &deleted);
    }
}

/** The compiler names the table slot of a virtual destructor, not the function in it. */
static void delete_virtually(struct walk *walk, CXType type, struct unit_place place)
{
    struct destructor d = {.found = clang_getNullCursor()};
    find_destructor(&d, type);
    if (cursor_is_null(d.found) && clang_Type_getNumTemplateArguments(type) > 0) {
        note_delete(walk, type, place);
    }
    bool dynamic =
        !cursor_is_null(d.found) && clang_CXXMethod_isVirtual(d.found) && !ast_is_final(d.found);
    struct ast_function *function =
        dynamic ? ast_function(walk->ast, d.found, clang_getNullLocation()) : NULL;
    unit_id caller = function ? walk_caller(walk) : UNIT_NONE;
    if (caller != UNIT_NONE && function->id != UNIT_NONE) {
        unit_add_call(walk->ast->unit, caller, function->id, CG_EDGE_VIRTUAL, place);
    }
}

static enum CXChildVisitResult visit_deleted(CXCursor child, CXCursor parent, CXClientData data)
{
    struct walk *walk = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(child));
    if (type.kind == CXType_Pointer) {
        struct unit_place place = ast_cursor_place(walk->ast, parent);
        walk_end_of(walk, clang_getPointeeType(type), place);
        delete_virtually(walk, clang_getPointeeType(type), place);
    }
    return CXChildVisit_Continue;
}

static void walk_switch(struct walk *walk, CXCursor statement)
{
    struct cursors variables;
    cursors_init(&variables);
    bool hides = ast_switch_init(walk->ast, statement, &variables);
    walk->hides = walk->hides || hides;
    for (unsigned i = 0; i < variables.count; i++) {
        walk_declaration(walk, variables.items[i]);
    }
    cursors_clear(&variables);
}

enum CXChildVisitResult walk_cplusplus(struct walk *walk, CXCursor cursor)
{
    switch (cursor.kind) {
    case CXCursor_LambdaExpr:
        walk_lambda(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_SwitchStmt:
        walk_switch(walk, cursor);
        return CXChildVisit_Recurse;
    case CXCursor_ReturnStmt:
        walk_return(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_InitListExpr:
        walk->hides = walk->hides || list_hides_calls(cursor);
        return CXChildVisit_Recurse;
    case CXCursor_MemberRefExpr:
        walk_address(walk, cursor);
        return CXChildVisit_Recurse;
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
        return CXChildVisit_Recurse;
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        /* of a local class: treated as referenced */
        ast_function(walk->ast, cursor, clang_getNullLocation());
        ast_overrides(walk->ast, cursor);
        return CXChildVisit_Continue;
    case CXCursor_CXXDeleteExpr:
        clang_visitChildren(cursor, visit_deleted, walk);
        walk->hides = true;
        return CXChildVisit_Recurse;
    default:
        walk->hides = walk->hides || hides_calls(cursor.kind);
        return CXChildVisit_Recurse;
    }
}
