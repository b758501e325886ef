/*
 * Encodes function types for facts: in the encoding of the Itanium C++ ABI
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-type), without substitutions, so
 * that equal texts are equal types in all files. It leaves out what may differ between compatible
 * types: bounds of arrays, `restrict`, attributes; an enumeration is its integer type (C11 6.2.7,
 * 6.7.2.2).
 */
#include "ast/facts/ast_facts_parts.h"

#include "ast/base/builtin_types.h"

/** Types nested deeper than this are opaque: they match any other. */
#define LIMIT_NESTING 32u

static void put_type(GString *out, struct ast_facts *f, CXType type, unsigned depth);

static void put_named(GString *out, const char *name)
{
    g_string_append_printf(out, "%zu%s", strlen(name), name);
}

/** The name identifies a record. A record without a name has the name of the record around it and
 *  its offset there. */
static void put_record(GString *out, struct ast_facts *f, CXType type)
{
    const struct ast_facts_record *record = ast_facts_record(f, clang_getTypeDeclaration(type));
    put_named(out, record->name);
    if (record->base) {
        g_string_append_printf(out, "_%" G_GUINT64_FORMAT "_", record->base);
    }
}

/** Vectors, complex numbers and the like. */
static void put_other(GString *out, CXType type)
{
    CXString spelling = clang_getTypeSpelling(type);
    g_string_append_c(out, 'u');
    put_named(out, clang_getCString(spelling));
    clang_disposeString(spelling);
}

static void put_function(GString *out, struct ast_facts *f, CXType type, unsigned depth)
{
    g_string_append_c(out, 'F');
    put_type(out, f, clang_getResultType(type), depth);
    if (type.kind == CXType_FunctionNoProto) {
        g_string_append(out, "?E");
        return;
    }
    int count = clang_getNumArgTypes(type);
    for (int i = 0; i < count; i++) {
        put_type(out, f, clang_getArgType(type, (unsigned)i), depth);
    }
    g_string_append(out, clang_isFunctionTypeVariadic(type) ? "zE" : "E");
}

/** Qualifiers of the pointee are part of the type; those of a value are not. */
static void put_pointee(GString *out, struct ast_facts *f, CXType type, unsigned depth)
{
    if (clang_isVolatileQualifiedType(type)) {
        g_string_append_c(out, 'V');
    }
    if (clang_isConstQualifiedType(type)) {
        g_string_append_c(out, 'K');
    }
    put_type(out, f, type, depth);
}

static void put_type(GString *out, struct ast_facts *f, CXType type, unsigned depth)
{
    type = ast_facts_unwrapped(type);
    char letter = ast_builtin_letter(type.kind);
    if (letter || depth == 0) {
        g_string_append_c(out, letter ? letter : '?');
        return;
    }
    switch (type.kind) {
    case CXType_Enum:
        put_type(out, f, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)), depth - 1);
        break;
    case CXType_Pointer:
    case CXType_BlockPointer:
        g_string_append_c(out, 'P');
        put_pointee(out, f, clang_getPointeeType(type), depth - 1);
        break;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        g_string_append(out, "A_");
        put_pointee(out, f, clang_getArrayElementType(type), depth - 1);
        break;
    case CXType_Record:
        put_record(out, f, type);
        break;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        put_function(out, f, type, depth - 1);
        break;
    default:
        put_other(out, type);
        break;
    }
}

static const char *keep(struct ast_facts *f, GString *text)
{
    const char *kept = unit_string(f->ast->unit, text->str);
    g_string_free(text, TRUE);
    return kept;
}

const char *ast_facts_signature_without_prototype(struct ast_facts *f, CXType function)
{
    GString *text = g_string_new("?F");
    put_type(text, f, clang_getResultType(function), LIMIT_NESTING);
    g_string_append_c(text, 'E');
    return keep(f, text);
}

const char *ast_facts_signature(struct ast_facts *f, CXType function)
{
    function = clang_getCanonicalType(function);
    if (function.kind != CXType_FunctionProto) {
        return "?";
    }
    GString *text = g_string_new(NULL);
    put_function(text, f, function, LIMIT_NESTING);
    return keep(f, text);
}
