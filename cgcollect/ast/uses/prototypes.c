/*
 * Which declarations are prototypes, and the names of functions as entities.
 */
#include "ast/uses/uses_parts.h"

#include "ast/declarations/declarations.h"
#include "source/cursors.h"

static bool is_class_template(enum CXCursorKind kind)
{
    return kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

static bool is_templated(CXCursor function)
{
    if (function.kind == CXCursor_FunctionTemplate) {
        return true;
    }
    CXCursor scope = clang_getCursorSemanticParent(function);
    while (scope.kind == CXCursor_StructDecl || scope.kind == CXCursor_ClassDecl) {
        scope = clang_getCursorSemanticParent(scope);
    }
    return is_class_template(scope.kind);
}

int prototype_kind(CXCursor declaration)
{
    if (!cursor_is_function(declaration.kind) && declaration.kind != CXCursor_FunctionTemplate) {
        return 0;
    }
    return clang_getCursorLinkage(declaration) == CXLinkage_External && !is_templated(declaration)
               ? ENTITY_PROTOTYPE
               : ENTITY_OWN_PROTOTYPE;
}

bool prototype_of_template(CXCursor definition)
{
    return !clang_equalCursors(clang_getCanonicalCursor(definition), definition) &&
           is_templated(definition);
}

const char *prototype_name(struct finding *finding, CXCursor function)
{
    const char *raw;
    const char *linkage =
        is_templated(function) ? NULL : ast_linkage_name(finding->ast, function, &raw);
    if (!linkage) {
        return NULL;
    }
    GString *name = g_string_new(linkage);
    g_string_append(name, PROTOTYPE_END);
    const char *kept = unit_string(finding->ast->unit, name->str);
    g_string_free(name, TRUE);
    return kept;
}
