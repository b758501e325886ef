/*
 * Classifies types by how pointer facts represent them. Each libclang type is classified once.
 */
#include "ast/facts/ast_facts_parts.h"

#include "ast/base/type_text.h"

#include <string.h>

static bool is_array(enum CXTypeKind kind)
{
    return kind == CXType_ConstantArray || kind == CXType_IncompleteArray ||
           kind == CXType_VariableArray;
}

/** Strip arrays and pointers, recording both. */
static CXType bottom(struct ast_facts_type *out, CXType type)
{
    for (;;) {
        type = ast_unwrapped_type(type);
        if (is_array(type.kind)) {
            out->array = out->array || out->depth == 0;
            type = clang_getArrayElementType(type);
        } else if (type.kind == CXType_Pointer || type.kind == CXType_BlockPointer) {
            out->depth++;
            type = clang_getPointeeType(type);
        } else {
            return type;
        }
    }
}

static enum ast_facts_base base_of(CXType type)
{
    switch (type.kind) {
    case CXType_Void:
        return BASE_VOID;
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_Char_S:
    case CXType_SChar:
        return BASE_BYTE;
    case CXType_Record:
        return BASE_RECORD;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return BASE_FUNCTION;
    case CXType_Enum:
        return BASE_INTEGER;
    default:
        return type.kind >= CXType_Bool && type.kind <= CXType_Int128 ? BASE_INTEGER : BASE_OTHER;
    }
}

static bool is_va_list(const struct ast_facts_record *record)
{
    return strcmp(record->name, "__va_list_tag") == 0 || strcmp(record->name, "__va_list") == 0;
}

static enum ast_facts_class class_of(const struct ast_facts_type *type)
{
    switch (type->base) {
    case BASE_RECORD:
        if (is_va_list(type->record)) {
            return AST_FACTS_VA_LIST;
        }
        return type->depth > 0 ? AST_FACTS_RECORD_POINTER : AST_FACTS_RECORD;
    case BASE_FUNCTION:
        return type->depth > 0 ? AST_FACTS_POINTER : AST_FACTS_FUNCTION;
    case BASE_BYTE:
    case BASE_INTEGER:
        return type->depth > 0 ? AST_FACTS_POINTER : AST_FACTS_INTEGER;
    default:
        return type->depth > 0 ? AST_FACTS_POINTER : AST_FACTS_OTHER;
    }
}

static bool is_wide(const struct ast_facts *f, CXType type)
{
    return clang_Type_getSizeOf(type) >= f->pointer_bytes;
}

/** The type of a pointer: the kind of memory cell that an access uses (docs/pointer-facts.md). */
static const char *cell_of(struct ast_facts *f, const struct ast_facts_type *type)
{
    static const char *const letters[] = {
        [BASE_OTHER] = "o",   [BASE_VOID] = "v",    [BASE_BYTE] = "c",
        [BASE_INTEGER] = "i", [BASE_FUNCTION] = "", [BASE_RECORD] = "r"};
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < type->depth; i++) {
        g_string_append_c(text, 'P');
    }
    g_string_append(text, type->base == BASE_FUNCTION ? type->signature : letters[type->base]);
    const char *kept = unit_string(f->ast->unit, text->str);
    g_string_free(text, TRUE);
    return kept;
}

static struct ast_facts_type *classify(struct ast_facts *f, CXType type)
{
    struct ast_facts_type *out = g_new0(struct ast_facts_type, 1);
    CXType base = bottom(out, type);
    out->base = base_of(base);
    if (out->base == BASE_RECORD) {
        out->record = ast_facts_record(f, clang_getTypeDeclaration(base));
    } else if (out->base == BASE_FUNCTION) {
        out->signature = ast_facts_signature(f, base);
    } else if (out->base != BASE_VOID) {
        out->wide_base = is_wide(f, base);
    }
    out->class = class_of(out);
    out->cell = cell_of(f, out);
    /* An array whose length is not constant has unknown length as well. */
    out->wide = out->array ? clang_Type_getSizeOf(type) < 0 || is_wide(f, type) : out->wide_base;
    return out;
}

const struct ast_facts_type *ast_facts_type(struct ast_facts *f, CXType type)
{
    static const struct ast_facts_type none = {.class = AST_FACTS_OTHER, .cell = ""};
    /* A name of several functions, where clang has found an error: asking for its size crashes. */
    if (type.kind == CXType_Invalid || type.kind == CXType_Overload || !type_object(type)) {
        return &none;
    }
    struct ast_facts_type *known = g_hash_table_lookup(f->types, type_object(type));
    if (!known) {
        known = classify(f, type);
        g_hash_table_insert(f->types, type_object(type), known);
    }
    return known;
}

/* Types of expressions */

/** Whether libclang reports an array or a function for what is a pointer: it reports the declared
 *  type of a parameter, and of expressions made from it. In C only objects that are named or
 *  pointed at can be arrays or functions. */
static bool is_adjusted(struct ast_facts *f, CXCursor cursor)
{
    while (cursor.kind == CXCursor_ParenExpr) {
        cursor = ast_facts_only_child(f, cursor);
    }
    switch (cursor.kind) {
    case CXCursor_ParmDecl:
        return true;
    case CXCursor_DeclRefExpr:
        return clang_getCursorReferenced(cursor).kind == CXCursor_ParmDecl;
    case CXCursor_UnaryOperator:
        return !ast_facts_is_unary(f, cursor, '*');
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_StringLiteral:
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_InitListExpr:
    case CXCursor_GenericSelectionExpr:
        return false;
    default:
        return cursor_is_expression(cursor.kind);
    }
}

static const struct ast_facts_type *adjusted(struct ast_facts *f, const struct ast_facts_type *type)
{
    struct ast_facts_type *pointer = g_hash_table_lookup(f->types, type);
    if (!pointer) {
        pointer = g_new(struct ast_facts_type, 1);
        *pointer = *type;
        pointer->array = false;
        pointer->depth++;
        pointer->wide = true;
        pointer->class = class_of(pointer);
        g_hash_table_insert(f->types, (void *)type, pointer);
    }
    return pointer;
}

static const struct ast_facts_type *look_at_type(struct ast_facts *f, CXCursor cursor)
{
    const struct ast_facts_type *type = ast_facts_type(f, clang_getCursorType(cursor));
    bool object = type->array || type->class == AST_FACTS_FUNCTION;
    return object && is_adjusted(f, cursor) ? adjusted(f, type) : type;
}

/* Several callers ask for the type of the same expression. */
const struct ast_facts_type *ast_facts_type_of(struct ast_facts *f, CXCursor cursor)
{
    const void **note = ast_note(f->ast, cursor);
    const struct ast_facts_type *type = note ? *note : NULL;
    if (!type) {
        type = look_at_type(f, cursor);
        if (note) {
            *note = type;
        }
    }
    return type;
}

unsigned ast_facts_depth(const struct ast_facts_type *type)
{
    return type->depth + type->array;
}

const char *ast_facts_cell(const struct ast_facts_type *type)
{
    return ast_facts_depth(type) > 1 ? type->cell + !type->array : "";
}

bool ast_facts_points_at_function(const struct ast_facts_type *type)
{
    return type->base == BASE_FUNCTION && type->depth <= 1 && !type->array;
}
