/*
 * Walks variables, parameters and types within bodies: array bounds, initialisers, cleanups.
 */
#include "ast/walk/cursor_walk.h"

#include "ast/facts/ast_facts.h"
#include "text/sections.h"

/* Types: expressions in them are evaluated only as array bounds */

static bool is_variably_modified(CXType type)
{
    for (;;) {
        type = clang_getCanonicalType(type);
        switch (type.kind) {
        case CXType_VariableArray:
            return true;
        case CXType_Pointer:
            type = clang_getPointeeType(type);
            break;
        case CXType_ConstantArray:
        case CXType_IncompleteArray:
            type = clang_getArrayElementType(type);
            break;
        default:
            return false;
        }
    }
}

void walk_typed(struct walk *walk, CXCursor expression)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, expression);
    bool lengths = parts.count > 1 && is_variably_modified(clang_getCursorType(expression));
    for (unsigned i = 0; i < parts.count; i++) {
        if (lengths || i + 1 == parts.count) {
            walk_tree(walk, parts.items[i]);
        }
    }
    cursors_clear(&parts);
}

void walk_sizeof(struct walk *walk, CXCursor expression)
{
    struct cursors parts;
    long long value;
    cursors_init(&parts);
    ast_add_children(walk->ast, &parts, expression);
    if (parts.count > 0 && parts.items[0].kind != CXCursor_DeclRefExpr && !walk->ast->cplusplus &&
        !ast_evaluate(expression, &value)) {
        for (unsigned i = 0; i < parts.count; i++) {
            walk_tree(walk, parts.items[i]);
        }
    }
    cursors_clear(&parts);
}

/** Record the function of `__attribute__((cleanup(fn)))`, which runs when the variable's scope
 *  ends. */
static void walk_cleanup(struct walk *walk, CXCursor variable)
{
    struct unit *unit = walk->ast->unit;
    char *printed = ast_printed(variable);
    char *name = ast_attribute_argument(printed, "cleanup");
    unit_id caller = name ? walk_caller(walk) : UNIT_NONE;
    struct unit_place place = ast_cursor_place(walk->ast, variable);
    walk->ast->cleanups = walk->ast->cleanups || name;
    if (caller != UNIT_NONE && walk->ast->cplusplus) {
        unit_add_open(unit, caller, NULL, CG_OPEN_CLEANUP, place);
    } else if (caller != UNIT_NONE) {
        unit_id callee = unit_function_named(unit, ast_name_of_identifier(walk->ast, name));
        unit_add_call(unit, caller, callee, CG_EDGE_IMPLICIT, place);
        if (walk->ast->facts) {
            ast_facts_cleanup(walk->ast->facts, variable, callee, place);
        }
    }
    g_free(name);
    g_free(printed);
}

/** Whether something that the compiler does not see runs functions whose addresses a variable
 * holds.
 *  @return an attribute with that meaning; NULL if nothing does */
static const char *run_by_others(CXCursor variable)
{
    if (clang_Cursor_hasVarDeclGlobalStorage(variable) != 1) {
        return NULL;
    }
    char *section = ast_section(variable);
    const char *attribute = section ? section_attribute(section) : NULL;
    g_free(section);
    return attribute || !ast_is_used_invisibly(variable) ? attribute : "used";
}

/** A variable, parameter or type name being declared. */
struct declaration {
    struct walk *walk;
    CXCursor initialiser;
    bool lengths; /**< expressions in its type are array bounds */
    bool checked; /**< its attributes were read */
};

static enum CXChildVisitResult visit_declaration(CXCursor child, CXCursor parent, CXClientData data)
{
    struct declaration *d = data;
    if (child.kind == CXCursor_UnexposedAttr && !d->checked) {
        d->checked = true;
        if (parent.kind == CXCursor_VarDecl) {
            walk_cleanup(d->walk, parent);
        }
        return CXChildVisit_Continue;
    }
    if (cursor_is_expression(child.kind) &&
        (d->lengths || clang_equalCursors(child, d->initialiser))) {
        walk_tree(d->walk, child);
    }
    return CXChildVisit_Continue;
}

void walk_declaration(struct walk *walk, CXCursor declaration)
{
    struct declaration d = {walk, clang_getNullCursor(), false, false};
    CXType type = clang_getCursorType(declaration);
    const char *before = walk->marks;
    if (declaration.kind == CXCursor_VarDecl) {
        d.initialiser = clang_Cursor_getVarDeclInitializer(declaration);
        walk->marks = run_by_others(declaration);
        walk->hides = walk->hides || (walk->ast->cplusplus && ast_is_managed(type));
    } else if (declaration.kind == CXCursor_TypedefDecl) {
        type = clang_getTypedefDeclUnderlyingType(declaration);
    }
    if (declaration.kind != CXCursor_TypedefDecl && walk->ast->unit->trivial &&
        clang_Cursor_hasVarDeclGlobalStorage(declaration) != 1) {
        walk_end_of(walk, type, ast_cursor_place(walk->ast, declaration));
    }
    d.lengths = is_variably_modified(type);
    ast_visit_children(walk->ast, declaration, visit_declaration, &d);
    walk->marks = before;
}
