/*
 * Maps declarations to functions of the unit; all declarations of a function map to one. Most of
 * ast/ uses it to find the function of a cursor.
 */
#include "ast/declarations/declarations.h"

#include <string.h>

#include "metadata/common/seen_declaration.h"
#include "metadata/own_kinds.h"
#include "source/cursors.h"
#include "text/lexical_paths.h"
#include "unit/unit_facts.h"

/** A function declared by a call: C89's implicit declarations, builtins without a header. */
static bool is_implicit(CXCursor declaration, CXSourceLocation seen_at)
{
    CXSourceLocation declared = clang_getCursorLocation(declaration);
    return clang_equalLocations(declared, clang_getNullLocation()) ||
           clang_equalLocations(declared, seen_at);
}

/** Mark a function that has no code, so that nobody expects a definition. */
static void mark_no_code(struct unit *unit, unit_id id, enum unit_no_code why)
{
    unit_function_at(unit, id)->no_code = why;
    unit_function_at(unit, id)->defaulted = true;
    unit_define(unit, id);
    facts_read(unit->facts, id);
}

static unit_id add_declared(struct ast *ast, CXCursor declaration, const char *name,
                            CXSourceLocation seen_at)
{
    unit_id id = unit_function_named(ast->unit, name);
    struct unit_function *function = unit_function_at(ast->unit, id);
    if (function->defined & UNIT_AST) {
        return id;
    }
    CXCursor first = clang_getCanonicalCursor(declaration);
    if (!function->defined) {
        function->linkage = ast_named_linkage(ast_linkage(ast, declaration), name);
    }
    if (!function->defined && !is_implicit(first, seen_at)) {
        function->origin = ast_file(ast, clang_getCursorLocation(first));
    }
    const struct seen_declaration seen = {
        first, .system = ast_in_system(ast, clang_getCursorLocation(first))};
    collected_kinds_look(ast->unit, function, &seen);
    ast_declaration_info(ast, id, declaration);
    if (ast->unit->trivial && !function->defined && ast_is_trivial(declaration)) {
        mark_no_code(ast->unit, id, UNIT_TRIVIAL);
    }
    return id;
}

/** clang declares a builtin at its first use, with a name and no more; it treats implicitly
 *  declared functions of C89 likewise, as `int name()`. A declaration in the program has more. */
static bool is_written(CXCursor declaration, const char *name)
{
    CXSourceRange range = clang_getCursorExtent(declaration);
    if (!clang_equalLocations(clang_getRangeStart(range), clang_getCursorLocation(declaration))) {
        return true;
    }
    CXType type = clang_getCursorType(declaration);
    bool undeclared =
        type.kind == CXType_FunctionNoProto && clang_getResultType(type).kind == CXType_Int;
    bool reserved = strncmp(name, "__builtin_", strlen("__builtin_")) == 0;
    return clang_isCursorDefinition(declaration) || (undeclared && !reserved);
}

static unit_id add_named_builtin(struct unit *unit, const char *name)
{
    unit_id id = unit_function_named(unit, name);
    unit_function_at(unit, id)->linkage = CG_LINKAGE_WEAK;
    unit_function_at(unit, id)->in_system_header = true;
    mark_no_code(unit, id, UNIT_BUILTIN);
    return id;
}

static void add_builtin(struct ast *ast, struct ast_function *function, const char *name,
                        struct ast_builtin builtin)
{
    function->builtin = ast->unit->builtins ? add_named_builtin(ast->unit, name) : UNIT_NONE;
    function->unevaluated = builtin.unevaluated;
    function->copies = builtin.copies;
    function->id = builtin.callee ? unit_function_named(ast->unit, builtin.callee) : UNIT_NONE;
    if (builtin.callee) {
        struct unit_function *record = unit_function_at(ast->unit, function->id);
        record->linkage = record->linkage ? record->linkage : CG_LINKAGE_EXTERNAL;
        /* Functions that the compiler knows itself belong to the system until a declaration shows
         * otherwise. */
        record->in_system_header = record->in_system_header || !record->origin;
    }
}

static bool is_number(CXType type)
{
    return type.kind == CXType_Enum || (type.kind > CXType_Void && type.kind <= CXType_LastBuiltin);
}

/* Memory of bytes may be that of anything. */
static bool is_byte(CXType type)
{
    return clang_Type_getSizeOf(type) == 1 && !clang_isConstQualifiedType(type);
}

static bool is_function(CXType type)
{
    return type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto;
}

/* Depth to which types are looked into; deeper ones may be anything. */
#define LIMIT_NESTING 8u

static bool leads_to_memory(CXType type, unsigned depth);

/* Whether a call of a function may return or get a way to memory that may hold pointers to
 * functions. */
static bool deals_in_memory(CXType function, unsigned depth)
{
    bool deals = leads_to_memory(clang_getResultType(function), depth);
    for (int i = 0; i < clang_getNumArgTypes(function) && !deals; i++) {
        deals = leads_to_memory(clang_getArgType(function, (unsigned)i), depth);
    }
    return deals;
}

/* What a pointer or reference leads to; canonical. */
static CXType pointee_of(CXType type)
{
    return clang_getCanonicalType(clang_getPointeeType(type));
}

/* Whether a value of a type leads to memory that may hold pointers to functions: not if that is
 * text or numbers. */
static bool leads_to_memory(CXType type, unsigned depth)
{
    type = clang_getCanonicalType(type);
    CXType pointee = pointee_of(type);
    if (depth == 0) {
        return true;
    }
    if (pointee.kind == CXType_Invalid) {
        return type.kind != CXType_Void && !is_number(type);
    }
    if (is_function(pointee)) {
        return deals_in_memory(pointee, depth - 1);
    }
    if (is_number(pointee)) {
        return is_byte(pointee);
    }
    return pointee.kind != CXType_Pointer || is_function(pointee_of(pointee)) ||
           leads_to_memory(pointee, depth - 1);
}

/* The compiler does not show what a function returns that other files define. Only linking knows
 * whether any does; names of C++ say that they are the program's. */
static void note_result(struct ast *ast, const struct ast_function *function, CXCursor declaration)
{
    bool memory = leads_to_memory(clang_getCursorResultType(declaration), LIMIT_NESTING);
    unit_function_at(ast->unit, function->id)->result =
        memory ? UNIT_RESULT_MEMORY : UNIT_RESULT_PLAIN;
}

struct ast_function *ast_function(struct ast *ast, CXCursor declaration, CXSourceLocation seen_at)
{
    CXCursor canonical = clang_getCanonicalCursor(declaration);
    struct ast_function *function = g_hash_table_lookup(ast->table, &canonical);
    if (function) {
        return function;
    }
    const char *raw;
    /* Attributes that rename a function need not be on its first declaration, which may be clang's
     * own. */
    const char *name = ast_linkage_name(ast, declaration, &raw);
    if (!name) {
        return NULL;
    }
    function = g_new0(struct ast_function, 1);
    function->canonical = canonical;
    function->raw = raw;
    function->builtin = UNIT_NONE;
    struct ast_builtin builtin;
    if (name[0] == '_' && ast_builtin(&builtin, name) && !is_written(canonical, name)) {
        add_builtin(ast, function, name, builtin);
    } else {
        function->id = add_declared(ast, declaration, name, seen_at);
        if (ast->cplusplus) {
            g_array_append_val(ast->pending, canonical);
            note_result(ast, function, declaration);
        }
    }
    g_hash_table_insert(ast->table, &function->canonical, function);
    return function;
}

/** A function may be declared weak after its first use. */
static void redeclared_weak(struct ast *ast, CXCursor declaration)
{
    CXCursor first = clang_getCanonicalCursor(declaration);
    struct ast_function *function = g_hash_table_lookup(ast->table, &first);
    struct unit_function *record =
        function && function->id != UNIT_NONE ? unit_function_at(ast->unit, function->id) : NULL;
    if (record && record->linkage == CG_LINKAGE_EXTERNAL && ast_is_weak(ast, declaration)) {
        record->linkage = CG_LINKAGE_WEAK;
    }
}

void ast_redeclared(struct ast *ast, CXCursor declaration)
{
    redeclared_weak(ast, declaration);
    if (ast->cplusplus || ast->gnu_inline || !clang_Cursor_isFunctionInlined(declaration) ||
        clang_getCursorLinkage(declaration) != CXLinkage_External) {
        return;
    }
    char *printed = ast_printed(declaration);
    bool exports =
        clang_Cursor_getStorageClass(declaration) == CX_SC_Extern || !strstr(printed, "inline ");
    g_free(printed);
    struct ast_function *function =
        exports ? ast_function(ast, declaration, clang_getNullLocation()) : NULL;
    if (function && function->id != UNIT_NONE) {
        function->exported = true;
        unit_function_at(ast->unit, function->id)->linkage = CG_LINKAGE_EXTERNAL;
    }
}

void ast_overrides(struct ast *ast, CXCursor method)
{
    CXCursor *overridden = NULL;
    unsigned count = 0;
    clang_getOverriddenCursors(method, &overridden, &count);
    for (unsigned i = 0; i < count; i++) {
        struct ast_function *derived = ast_function(ast, method, clang_getNullLocation());
        struct ast_function *base = ast_function(ast, overridden[i], clang_getNullLocation());
        if (derived && base) {
            unit_add_override(ast->unit, derived->id, base->id);
        }
    }
    if (overridden) {
        clang_disposeOverriddenCursors(overridden);
    }
}

unit_id ast_initialiser(struct ast *ast)
{
    if (ast->initialiser == UNIT_NONE) {
        const char *file = ast->input->file;
        ast->initialiser = unit_initialiser(ast->unit, file, path_below(ast->input->root, file));
    }
    return ast->initialiser;
}
