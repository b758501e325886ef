/*
 * Decides the linkage of a function from its declarations, as the compiler would emit it.
 */
#include "ast/declarations/declarations.h"

#include <string.h>

#include "source/cursors.h"

/** In C, an inline function is emitted under its name only if some declaration makes it
 *  external. */
static enum cg_linkage inline_c_linkage(struct ast *ast, CXCursor declaration)
{
    bool is_extern = clang_Cursor_getStorageClass(declaration) == CX_SC_Extern;
    bool gnu = ast->gnu_inline;
    if (ast_has_plain_attributes(declaration)) {
        char *printed = ast_printed(declaration);
        gnu = gnu || ast_printed_attribute(printed, "gnu_inline") ||
              ast_printed_attribute(printed, "__gnu_inline__");
        g_free(printed);
    }
    if (gnu) {
        return is_extern ? CG_LINKAGE_WEAK : CG_LINKAGE_EXTERNAL;
    }
    CXCursor first = clang_getCanonicalCursor(declaration);
    bool first_plain = !clang_Cursor_isFunctionInlined(first) ||
                       clang_Cursor_getStorageClass(first) == CX_SC_Extern;
    return is_extern || first_plain ? CG_LINKAGE_EXTERNAL : CG_LINKAGE_WEAK;
}

static bool is_weak_attributed(CXCursor declaration)
{
    if (!ast_has_plain_attributes(declaration)) {
        return false;
    }
    char *printed = ast_printed(declaration);
    bool weak = ast_printed_attribute(printed, "weak") ||
                ast_printed_attribute(printed, "weakref") ||
                ast_printed_attribute(printed, "selectany");
    g_free(printed);
    return weak;
}

static bool is_weak_by_pragma(const struct ast *ast, CXCursor declaration)
{
    if (g_hash_table_size(ast->weak) == 0) {
        return false;
    }
    CXString name = clang_getCursorSpelling(declaration);
    bool weak = g_hash_table_contains(ast->weak, clang_getCString(name));
    clang_disposeString(name);
    return weak;
}

/** An attribute that an earlier declaration has is not printed with a later one. */
bool ast_is_weak(const struct ast *ast, CXCursor declaration)
{
    CXCursor first = clang_getCanonicalCursor(declaration);
    return is_weak_attributed(declaration) || is_weak_attributed(first) ||
           (!ast->cplusplus && is_weak_by_pragma(ast, declaration));
}

static bool is_instance(CXCursor declaration)
{
    CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
    /* Explicit specialisations have another place than their template. */
    return !cursor_is_null(pattern) && clang_equalLocations(clang_getCursorLocation(pattern),
                                                            clang_getCursorLocation(declaration));
}

/** Whether a function is a template instance, or a method of a class that is one. */
static bool is_template_instance(CXCursor declaration)
{
    return is_instance(declaration) || is_instance(clang_getCursorSemanticParent(declaration));
}

static enum cg_linkage external_linkage(struct ast *ast, CXCursor declaration)
{
    bool is_inline = clang_Cursor_isFunctionInlined(declaration) != 0;
    if (is_inline && !ast->cplusplus && clang_isCursorDefinition(declaration)) {
        return inline_c_linkage(ast, declaration);
    }
    if (ast->cplusplus && (is_inline || is_template_instance(declaration))) {
        return CG_LINKAGE_WEAK;
    }
    bool in_system = ast_in_system(ast, clang_getCursorLocation(declaration));
    return !in_system && ast_is_weak(ast, declaration) ? CG_LINKAGE_WEAK : CG_LINKAGE_EXTERNAL;
}

enum cg_linkage ast_named_linkage(enum cg_linkage linkage, const char *name)
{
    bool closure = strstr(name, "Ul") != NULL;
    bool own = strstr(name, "$_") || strstr(name, "ZL") || strstr(name, "_GLOBAL__N_");
    return linkage == CG_LINKAGE_INTERNAL && closure && !own ? CG_LINKAGE_WEAK : linkage;
}

/** A member of a local class is emitted by all files that emit the function around it. */
static enum cg_linkage local_linkage(struct ast *ast, CXCursor declaration)
{
    CXCursor around = clang_getCursorSemanticParent(declaration);
    while (!cursor_is_null(around) && !cursor_is_function(around.kind) &&
           around.kind != CXCursor_TranslationUnit) {
        around = clang_getCursorSemanticParent(around);
    }
    bool shared = ast->cplusplus && cursor_is_function(around.kind) &&
                  ast_linkage(ast, around) == CG_LINKAGE_WEAK;
    return shared ? CG_LINKAGE_WEAK : CG_LINKAGE_INTERNAL;
}

enum cg_linkage ast_linkage(struct ast *ast, CXCursor declaration)
{
    switch (clang_getCursorLinkage(declaration)) {
    case CXLinkage_NoLinkage:
        return local_linkage(ast, declaration);
    case CXLinkage_Internal:
    case CXLinkage_UniqueExternal:
        return CG_LINKAGE_INTERNAL;
    case CXLinkage_External:
        return external_linkage(ast, declaration);
    default:
        return CG_LINKAGE_UNKNOWN;
    }
}
