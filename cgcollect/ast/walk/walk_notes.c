/*
 * Records what the walk of a body finds: calls, unresolved calls, addresses, ends of objects. All
 * other files of walk/ use it; it returns to the walk only through struct walk's visitor.
 */
#include "ast/walk/cursor_walk.h"

#include <string.h>

#include "ast/facts/ast_facts.h"
#include "source/cursors.h"

unit_id walk_caller(struct walk *walk)
{
    if (walk->caller == UNIT_NONE && walk->outside) {
        walk->caller = ast_initialiser(walk->ast);
    }
    return walk->caller;
}

void walk_open(struct walk *walk, const char *type, const char *reason, struct unit_place place)
{
    unit_id caller = walk_caller(walk);
    if (caller != UNIT_NONE) {
        unit_add_open(walk->ast->unit, caller, type, reason, place);
    }
}

void walk_tree(struct walk *walk, CXCursor cursor)
{
    if (walk->visit(cursor, clang_getNullCursor(), walk) == CXChildVisit_Recurse) {
        ast_visit_children(walk->ast, cursor, walk->visit, walk);
    }
}

/** The first use of a thread_local variable in a thread initialises it. */
static bool initialises_by_use(CXCursor target)
{
    long long value;
    if (target.kind != CXCursor_VarDecl || clang_getCursorTLSKind(target) != CXTLS_Dynamic) {
        return false;
    }
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(target);
    return cursor_is_null(initialiser) || ast_is_managed(clang_getCursorType(target)) ||
           !ast_evaluate(initialiser, &value);
}

void walk_take(struct walk *walk, unit_id function, struct unit_place place)
{
    struct unit *unit = walk->ast->unit;
    unit_add_address(unit, function, place);
    if (walk->marks) {
        unit_add_attribute(unit, &unit_function_at(unit, function)->declared, walk->marks);
        if (walk->ast->facts && strcmp(walk->marks, "used") == 0) {
            ast_facts_expose(walk->ast->facts, function);
        }
    }
}

void walk_address(struct walk *walk, CXCursor reference)
{
    CXCursor target = clang_getCursorReferenced(reference);
    if (walk->ast->facts && target.kind == CXCursor_VarDecl) {
        ast_facts_refer(walk->ast->facts, target);
    }
    if (!cursor_is_function(target.kind)) {
        walk->hides = walk->hides || (walk->ast->cplusplus && initialises_by_use(target));
        return;
    }
    CXSourceLocation at = clang_getCursorLocation(reference);
    struct ast_function *function = ast_function(walk->ast, target, at);
    if (function && function->id != UNIT_NONE) {
        walk_take(walk, function->id, ast_place(walk->ast, at));
        walk_member(walk, target, function->id);
    }
}

void walk_no_code(struct walk *walk, const struct ast_function *function, struct unit_place place)
{
    struct unit *unit = walk->ast->unit;
    if (walk->caller == UNIT_NONE) {
        return;
    }
    if (function->builtin != UNIT_NONE) {
        unit_add_call(unit, walk->caller, function->builtin, CG_EDGE_DIRECT, place);
    }
    if (function->id != UNIT_NONE && unit_function_at(unit, function->id)->no_code) {
        unit_add_call(unit, walk->caller, function->id, CG_EDGE_IMPLICIT, place);
    }
}

void walk_end_of(struct walk *walk, CXType type, struct unit_place place)
{
    CXCursor destructor =
        walk->ast->unit->trivial ? ast_written_destructor(type) : clang_getNullCursor();
    if (!cursor_is_null(destructor) && ast_is_trivial(destructor)) {
        struct ast_function *function =
            ast_function(walk->ast, destructor, clang_getNullLocation());
        if (function) {
            walk_no_code(walk, function, place);
        }
    }
}
