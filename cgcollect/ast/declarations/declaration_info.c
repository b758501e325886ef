/*
 * Collects what the declarations of a function specify: attributes, the keyword `inline`, and its
 * template. Does nothing unless a wanted metadata kind needs it.
 */
#include "ast/declarations/attribute_parse.h"

#include <string.h>

#include "metadata/common/kind.h"
#include "source/cursors.h"
#include "source/type_spelling.h"

/* In clang, GNU's noreturn is part of the type, not an attribute. */

/** The number of parentheses around the parameters in the printed type of a function. */
static int parameter_depth(CXType function)
{
    int depth = 0;
    CXType type = clang_getResultType(function);
    for (bool pointed = false;; pointed = true) {
        type = clang_getCanonicalType(type);
        CXType next = clang_getPointeeType(type);
        if (next.kind != CXType_Invalid) {
            type = next;
            continue;
        }
        next = clang_getArrayElementType(type);
        if (pointed && next.kind != CXType_Invalid) {
            depth++;
            type = next;
            continue;
        }
        next = clang_getResultType(type);
        if (!pointed || next.kind == CXType_Invalid) {
            return depth;
        }
        depth++;
        type = next;
    }
}

static bool type_says_noreturn(struct ast *ast, CXCursor declaration)
{
    static const char word[] = " __attribute__((noreturn))";
    CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
    const char *text = type_spelling(ast->unit, type);
    const char *at = strstr(text, word);
    bool found = false;
    int own = at ? parameter_depth(type) : 0;
    for (int depth = 0; at && *text && !found; text++) {
        depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
        found = depth == own && g_str_has_prefix(text, word);
    }
    return found;
}

/* Functions */

static void add_attributes(struct ast *ast, struct unit_declared *declared,
                           const struct ast_attributes *w)
{
    declared->marked_inline = declared->marked_inline || w->is_inline;
    for (guint i = 0; i < w->attributes->len; i++) {
        const char *text = g_ptr_array_index(w->attributes, i);
        declared->always_inline = declared->always_inline || strcmp(text, "always_inline") == 0;
        unit_add_attribute(ast->unit, declared, text);
    }
}

static bool wanted(const struct ast *ast)
{
    const struct collected_kind *const *kinds = ast->unit->kinds;
    return collected_kinds_have(kinds, CG_KEY_ATTRIBUTES) ||
           collected_kinds_have(kinds, CG_KEY_INLINE_INFO);
}

/** Read the template of a function: its definition may have more than the declaration in its class.
 *  An explicit specialisation is no instance and has a place of its own. */
static void read_template(struct ast *ast, struct ast_attributes *w, CXCursor declaration)
{
    CXSourceLocation at = clang_getCursorLocation(declaration);
    CXCursor of = declaration;
    for (CXCursor next = cursor_made_of(of); !cursor_is_null(next); next = cursor_made_of(of)) {
        of = next;
    }
    CXCursor defined = clang_getCursorDefinition(of);
    if (!clang_equalCursors(of, declaration) && !cursor_is_null(defined) &&
        clang_equalLocations(at, clang_getCursorLocation(defined))) {
        attributes_parse(ast, w, defined);
    }
}

/** What a declaration and the first one specify. Release with attributes_free. */
static struct ast_attributes *read_function(struct ast *ast, CXCursor first, CXCursor declaration)
{
    static const char noreturn[] = "noreturn";
    struct ast_attributes *w = attributes_new();
    attributes_parse(ast, w, first);
    if (!clang_equalCursors(first, declaration)) {
        attributes_parse(ast, w, declaration);
    }
    if (ast->cplusplus) {
        read_template(ast, w, declaration);
    }
    if (type_says_noreturn(ast, declaration)) {
        attributes_add(ast, w, noreturn, noreturn + strlen(noreturn));
    }
    return w;
}

void ast_declaration_info(struct ast *ast, unit_id function, CXCursor declaration)
{
    if (!wanted(ast)) {
        return;
    }
    CXCursor first = clang_getCanonicalCursor(declaration);
    struct ast_attributes *w = read_function(ast, first, declaration);
    struct ast_attributes *noted = g_hash_table_lookup(ast->attributes, &first);
    struct unit_declared *declared = &unit_function_at(ast->unit, function)->declared;
    add_attributes(ast, declared, w);
    if (noted) {
        add_attributes(ast, declared, noted);
    }
    attributes_free(w);
}

static bool is_record(CXCursor cursor)
{
    return cursor.kind == CXCursor_ClassDecl || cursor.kind == CXCursor_StructDecl ||
           cursor.kind == CXCursor_UnionDecl || cursor.kind == CXCursor_ClassTemplate ||
           cursor.kind == CXCursor_ClassTemplatePartialSpecialization;
}

/** Whether a definition, or a class around it, is a template. */
static bool is_of_template(CXCursor definition)
{
    CXCursor at = definition;
    while (is_record(at) || clang_equalCursors(at, definition)) {
        if (at.kind == CXCursor_FunctionTemplate || at.kind == CXCursor_ClassTemplate ||
            at.kind == CXCursor_ClassTemplatePartialSpecialization) {
            return true;
        }
        at = clang_getCursorSemanticParent(at);
    }
    return false;
}

void ast_template_declaration_info(struct ast *ast, struct unit_declared *out, CXCursor definition)
{
    if (!wanted(ast)) {
        return;
    }
    CXCursor first = clang_getCanonicalCursor(definition);
    struct ast_attributes *w = read_function(ast, first, definition);
    bool in_class = is_record(clang_getCursorLexicalParent(definition));
    add_attributes(ast, out, w);
    out->has_inline_info = true;
    out->likely_inline = definition.kind == CXCursor_FunctionTemplate
                             ? w->is_inline || w->is_constant || in_class
                             : clang_Cursor_isFunctionInlined(definition) != 0;
    out->is_template = is_of_template(definition);
    attributes_free(w);
}

/** Keep what a declaration specifies until the function is referenced. */
static void note_declaration(struct ast *ast, CXCursor first, CXCursor declaration)
{
    struct ast_attributes *noted = g_hash_table_lookup(ast->attributes, &first);
    if (!noted) {
        CXCursor *key = g_new(CXCursor, 1);
        *key = first;
        noted = attributes_new();
        g_hash_table_insert(ast->attributes, key, noted);
    }
    attributes_parse(ast, noted, declaration);
}

void ast_add_later_declaration(struct ast *ast, CXCursor declaration)
{
    CXCursor first = clang_getCanonicalCursor(declaration);
    if (clang_equalCursors(first, declaration) || !wanted(ast)) {
        return;
    }
    struct ast_function *function = g_hash_table_lookup(ast->table, &first);
    if (function && function->id != UNIT_NONE) {
        ast_declaration_info(ast, function->id, declaration);
    } else if (!function && attributes_expected(declaration)) {
        note_declaration(ast, first, declaration);
    }
}
