/*
 * Goes through all declarations of a translation unit and has each definition walked. Also finds
 * what runs without a call: aliases, constructors run by the loader, replaced library functions.
 */
#include "ast/ast_stages.h"
#include "ast/walk/cursor_walk.h"

#include <string.h>

#include "ast/facts/ast_facts.h"
#include "ast/measure/measure.h"
#include "ast/uses/mention_walk.h"

/** `alias` and `ifunc`: declarations that define a function. */
static bool define_alias(struct ast *ast, CXCursor declaration)
{
    static const char *const words[] = {"alias", "ifunc", "weakref"};
    char *printed = ast_printed(declaration);
    char *target = NULL;
    size_t i = 0;
    for (; i < G_N_ELEMENTS(words) && !target; i++) {
        target = ast_attribute_argument(printed, words[i]);
    }
    struct ast_function *function =
        target ? ast_function(ast, declaration, clang_getNullLocation()) : NULL;
    if (function && function->id != UNIT_NONE) {
        struct unit_place place = ast_cursor_place(ast, declaration);
        unit_id callee = unit_function_named(ast->unit, target);
        function->visited = true;
        ast_define(ast, function, declaration);
        unit_add_call(ast->unit, function->id, callee, CG_EDGE_IMPLICIT, place);
        if (i == 2) { /* A call of an ifunc runs what its resolver returns. */
            unit_add_open(ast->unit, function->id, NULL, CG_OPEN_POINTER, place);
        }
        if (ast->facts) {
            ast_facts_alias(ast->facts, function->id, callee, declaration, place, i == 2);
        }
    }
    g_free(target);
    g_free(printed);
    return function != NULL;
}

/** Whether the loader runs a function, or something that the compiler does not see may, as `used`
 *  suggests. */
static bool is_run_by_others(CXCursor declaration)
{
    static const char *const words[] = {"constructor", "destructor", "used", "retain"};
    char *printed = ast_printed(declaration);
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(words) && !is; i++) {
        is = ast_printed_attribute(printed, words[i]);
    }
    g_free(printed);
    return is;
}

/** What runs a function that nobody calls by name: a virtual table, the loader, exit. */
static bool is_reached_otherwise(struct ast *ast, CXCursor definition)
{
    if (ast->cplusplus && clang_CXXMethod_isVirtual(definition)) {
        return true;
    }
    if (!ast_has_plain_attributes(definition)) {
        return false;
    }
    /* clang prints inherited attributes only with the declaration that has them. */
    return is_run_by_others(definition) || is_run_by_others(clang_getCanonicalCursor(definition));
}

/** Library functions that the program replaces; the library then calls the program's. */
static bool is_replacement(struct ast *ast, CXCursor definition, const char *name)
{
    static const char *const names[] = {"malloc",   "calloc",        "realloc",       "free",
                                        "memalign", "aligned_alloc", "posix_memalign"};
    static const char *const operators[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(operators); i++) {
        if (g_str_has_prefix(name, operators[i])) {
            return true;
        }
    }
    CXSourceLocation first = clang_getCursorLocation(clang_getCanonicalCursor(definition));
    return definition.kind == CXCursor_FunctionDecl && ast_in_system(ast, first) &&
           !ast_in_system(ast, clang_getCursorLocation(definition));
}

/** In C a GNU inline function may be defined again: either body may run. */
static bool is_another_body(const struct ast *ast, const struct ast_function *function,
                            CXCursor definition)
{
    return function->visited && !ast->cplusplus && clang_isCursorDefinition(definition) &&
           clang_isCursorDefinition(function->body) &&
           !clang_equalCursors(function->body, definition);
}

/** Code that is not in the source may call a function. */
static void expose(struct ast *ast, const struct ast_function *function, CXCursor at)
{
    unit_add_address(ast->unit, function->id, ast_cursor_place(ast, at));
    if (ast->facts) {
        ast_facts_expose(ast->facts, function->id);
    }
}

static void visit_definition(struct ast *ast, CXCursor definition)
{
    struct ast_function *function = ast_function(ast, definition, clang_getNullLocation());
    if (!function || function->id == UNIT_NONE ||
        unit_function_at(ast->unit, function->id)->no_code ||
        (function->visited && !is_another_body(ast, function, definition))) {
        return;
    }
    function->visited = true;
    function->body = definition;
    if (ast->facts) {
        ast_tree_take(ast, definition);
        ast_uses_in_function(ast, definition);
    }
    ast_define(ast, function, definition);
    if (is_reached_otherwise(ast, definition)) {
        expose(ast, function, clang_getCanonicalCursor(definition));
    }
    if (is_replacement(ast, definition, unit_function_at(ast->unit, function->id)->name)) {
        expose(ast, function, definition);
    }
    walk_function(ast, function->id, definition);
}

/** `#pragma weak name = target`: clang declares the name at the pragma. */
static void define_weak(struct ast *ast, CXCursor declaration)
{
    char *target = ast_weak_pragma_target(ast, declaration);
    struct ast_function *function =
        target ? ast_function(ast, declaration, clang_getNullLocation()) : NULL;
    if (function && function->id != UNIT_NONE && !function->visited) {
        const char *name = ast_name_of_identifier(ast, target);
        unit_id callee = unit_function_named(ast->unit, name);
        function->visited = true;
        ast_define(ast, function, declaration);
        unit_function_at(ast->unit, function->id)->linkage = CG_LINKAGE_WEAK;
        struct unit_place place = ast_cursor_place(ast, declaration);
        unit_add_call(ast->unit, function->id, callee, CG_EDGE_IMPLICIT, place);
        if (ast->facts) {
            ast_facts_alias(ast->facts, function->id, callee, declaration, place, false);
        }
    }
    g_free(target);
}

/** In C++, functions of system headers count only if something references them. */
static void visit_function(struct ast *ast, CXCursor declaration)
{
    bool in_system = ast_in_system(ast, clang_getCursorLocation(declaration));
    if (clang_isCursorDefinition(declaration)) {
        if (!ast->cplusplus || !in_system) {
            visit_definition(ast, declaration);
        }
    } else if (in_system) {
        if (!ast->cplusplus && ast_may_be_alias(ast, declaration)) {
            define_alias(ast, declaration);
        }
    } else {
        if (ast->weak_pragmas) {
            define_weak(ast, declaration);
        }
        if (!ast_has_plain_attributes(declaration) || !define_alias(ast, declaration)) {
            ast_redeclared(ast, declaration);
        }
        ast_add_later_declaration(ast, declaration);
    }
}

static void visit_method(struct ast *ast, CXCursor method)
{
    if (ast_in_system(ast, clang_getCursorLocation(method))) {
        return;
    }
    if (clang_CXXMethod_isVirtual(method)) {
        struct ast_function *function = ast_function(ast, method, clang_getNullLocation());
        if (function && function->id != UNIT_NONE) {
            unit_function_at(ast->unit, function->id)->is_virtual = true;
        }
        ast_overrides(ast, method);
    }
    if (clang_isCursorDefinition(method) && !clang_CXXMethod_isDefaulted(method)) {
        visit_definition(ast, method);
    }
}

static bool is_system_aggregate(struct ast *ast, CXCursor cursor)
{
    return ast_in_system(ast, clang_getCursorLocation(cursor));
}

/** A template's own pattern initialises nothing. */
static bool is_initialised(CXCursor variable)
{
    enum CXCursorKind around = clang_getCursorSemanticParent(variable).kind;
    return around != CXCursor_ClassTemplate &&
           around != CXCursor_ClassTemplatePartialSpecialization &&
           !cursor_is_null(clang_Cursor_getVarDeclInitializer(variable));
}

static enum CXChildVisitResult visit_toplevel(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct ast *ast = data;
    (void)parent;
    switch (cursor.kind) {
    case CXCursor_FunctionDecl:
        visit_function(ast, cursor);
        return CXChildVisit_Continue;
    case CXCursor_VarDecl:
        if (!is_system_aggregate(ast, cursor) || is_initialised(cursor)) {
            walk_variable(ast, cursor);
        } else if (ast->cplusplus) {
            ast_note_variable(ast, cursor);
        }
        return CXChildVisit_Continue;
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        visit_method(ast, cursor);
        return CXChildVisit_Continue;
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
        return CXChildVisit_Recurse;
    case CXCursor_UnexposedDecl: /* assembly; `extern "C"` before libclang 16 */
        ast_note_assembly(ast, cursor);
        return ast->cplusplus ? CXChildVisit_Recurse : CXChildVisit_Continue;
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        ast_note_record(ast, cursor);
        return CXChildVisit_Continue;
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
        if (ast->cplusplus) {
            ast_note_record(ast, cursor);
        }
        return ast->cplusplus && !is_system_aggregate(ast, cursor) ? CXChildVisit_Recurse
                                                                   : CXChildVisit_Continue;
    default:
        return CXChildVisit_Continue;
    }
}

/** Referenced functions defined outside the visited declarations: template instances, inline
 *  functions of system headers. */
static void visit_referred(struct ast *ast)
{
    for (guint i = 0; i < ast->pending->len; i++) {
        CXCursor declaration = g_array_index(ast->pending, CXCursor, i);
        if (clang_CXXMethod_isVirtual(declaration)) {
            ast_overrides(ast, declaration);
        }
        CXCursor definition = clang_getCursorDefinition(declaration);
        if (!cursor_is_null(definition) && !clang_CXXMethod_isDeleted(definition)) {
            visit_definition(ast, definition);
        }
    }
}

void ast_visit_unit(struct ast *ast)
{
    clang_visitChildren(clang_getTranslationUnitCursor(ast->tu), visit_toplevel, ast);
    visit_referred(ast);
    if (ast->cplusplus && ast->measure) {
        measure_templates(ast->measure);
    }
    ast_mark_assembly(ast);
}
