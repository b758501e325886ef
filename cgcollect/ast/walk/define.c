/*
 * Processes definitions of functions: passes each to the metadata kinds and the measuring, and
 * walks its body.
 */
#include "ast/walk/cursor_walk.h"

#include "ast/facts/ast_facts.h"
#include "ast/measure/measure.h"
#include "metadata/common/seen_declaration.h"
#include "metadata/own_kinds.h"

static void keep_extent(struct ast *ast, unit_id id, CXCursor definition)
{
    CXSourceRange range = clang_getCursorExtent(definition);
    struct ast_extent extent = {.function = id};
    clang_getExpansionLocation(clang_getRangeStart(range), &extent.file, NULL, NULL, &extent.begin);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &extent.end);
    g_array_append_val(ast->extents, extent);
}

void ast_define(struct ast *ast, struct ast_function *function, CXCursor definition)
{
    struct unit_function *record = unit_function_at(ast->unit, function->id);
    const struct seen_declaration seen = {
        definition, .defines = true,
        .system = ast_in_system(ast, clang_getCursorLocation(definition))};
    if (!record->defined) { /* the compiler knows how it was emitted */
        enum cg_linkage linkage = ast_linkage(ast, definition);
        record->linkage =
            function->exported ? CG_LINKAGE_EXTERNAL : ast_named_linkage(linkage, record->name);
    }
    unit_define(ast->unit, function->id);
    record->defaulted = ast->cplusplus && clang_CXXMethod_isDefaulted(definition);
    record->origin = ast_file(ast, clang_getCursorLocation(definition));
    struct unit_place written = ast_cursor_place(ast, definition);
    if (written.file != record->origin) {
        record->declared.written = written;
    }
    collected_kinds_look(ast->unit, record, &seen);
    ast_declaration_info(ast, function->id, definition);
    measure_function(ast->measure, record, definition);
    if (ast->has_errors || ast->openmp) {
        keep_extent(ast, function->id, definition);
    }
}

/** The evaluated parts of a function: parameters (array bounds), member initialisers, body. Return
 *  type and exception specification are not evaluated. */
static enum CXChildVisitResult visit_definition(CXCursor child, CXCursor parent, CXClientData data)
{
    bool initialises = parent.kind == CXCursor_Constructor && cursor_is_expression(child.kind);
    if (child.kind == CXCursor_ParmDecl && parent.kind != CXCursor_LambdaExpr) {
        walk_declaration(data, child);
    } else if (cursor_is_statement(child.kind) || initialises) {
        walk_tree(data, child);
    }
    return CXChildVisit_Continue;
}

static bool is_structor(CXCursor definition)
{
    return definition.kind == CXCursor_Constructor || definition.kind == CXCursor_Destructor;
}

void walk_body(struct ast *ast, unit_id function, CXCursor definition, CXCursorVisitor visit)
{
    struct walk walk = {.ast = ast,
                        .visit = visit,
                        .caller = function,
                        .body = definition,
                        .hides = is_structor(definition)};
    if (ast->facts) {
        ast_facts_enter(ast->facts, function, definition);
    }
    ast_visit_children(ast, definition, visit_definition, &walk);
    if (walk.hides) {
        unit_add_open(ast->unit, function, NULL, CG_OPEN_IMPLICIT,
                      ast_cursor_place(ast, definition));
    }
}
