#include "ast/base/ast_context.h"

#include <string.h>

#include "ast/measure/measure.h"
#include "metadata/common/kind.h"
#include "text/paths.h"
#include "unit/facts.h"

bool ast_is_function(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        return true;
    default:
        return false;
    }
}

/** A function declared by being called: C89's implicit declarations, builtins without header. */
static bool is_implicit(CXCursor declaration, CXSourceLocation seen_at)
{
    CXSourceLocation declared = clang_getCursorLocation(declaration);
    return clang_equalLocations(declared, clang_getNullLocation()) ||
           clang_equalLocations(declared, seen_at);
}

/** Only the source has it: nothing is to be found in it. */
static void mark_no_code(struct unit *unit, unit_id id, enum unit_no_code why)
{
    unit_function_at(unit, id)->no_code = why;
    unit_function_at(unit, id)->defaulted = true;
    unit_define(unit, id);
    facts_read(unit->facts, id);
}

static unit_id add(struct ast *ast, CXCursor declaration, const char *name,
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
    collected_kinds_look(ast->unit, function, first, false);
    ast_declared(ast, id, declaration);
    if (ast->unit->trivial && !function->defined && ast_is_trivial(declaration)) {
        mark_no_code(ast->unit, id, UNIT_TRIVIAL);
    }
    return id;
}

/** clang declares builtins where they are first used, as nothing but a name; so it does the
 * functions C89 lets be undeclared, as `int name()`. What a program declares has more to it. */
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
    function->id = builtin.callee ? unit_function_named(ast->unit, builtin.callee) : UNIT_NONE;
    if (builtin.callee) {
        struct unit_function *record = unit_function_at(ast->unit, function->id);
        record->linkage = record->linkage ? record->linkage : CG_LINKAGE_EXTERNAL;
        /* What the compiler knows by itself is the system's, until a declaration says otherwise. */
        record->in_system_header = record->in_system_header || !record->origin;
    }
}

struct ast_function *ast_function(struct ast *ast, CXCursor declaration, CXSourceLocation seen_at)
{
    CXCursor canonical = clang_getCanonicalCursor(declaration);
    struct ast_function *function = g_hash_table_lookup(ast->table, &canonical);
    if (function) {
        return function;
    }
    const char *raw;
    /* Attributes that name it need not be on the first declaration, which may be clang's own. */
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
        function->id = add(ast, declaration, name, seen_at);
        if (ast->cplusplus) {
            g_array_append_val(ast->pending, canonical);
        }
    }
    g_hash_table_insert(ast->table, &function->canonical, function);
    return function;
}

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
    if (!record->defined) { /* the compiler knows how it was emitted */
        enum cg_linkage linkage = ast_linkage(ast, definition);
        record->linkage =
            function->exported ? CG_LINKAGE_EXTERNAL : ast_named_linkage(linkage, record->name);
    }
    unit_define(ast->unit, function->id);
    record->defaulted = ast->cplusplus && clang_CXXMethod_isDefaulted(definition);
    record->origin = ast_file(ast, clang_getCursorLocation(definition));
    collected_kinds_look(ast->unit, record, definition, true);
    ast_declared(ast, function->id, definition);
    measure_function(ast->measure, record, definition);
    if (ast->has_errors || ast->openmp) {
        keep_extent(ast, function->id, definition);
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
