/*
 * Encodes function types for facts: in the encoding of the Itanium C++ ABI
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-type), without substitutions, so
 * that equal texts are equal types in all files. It leaves out what may differ between compatible
 * types: bounds of arrays, `restrict`, attributes; an enumeration is its integer type (C11 6.2.7,
 * 6.7.2.2).
 */
#include "ast/facts/ast_facts_parts.h"

#include "ast/base/type_text.h"

/** The name identifies a record. A record without a name has the name of the record around it and
 *  its offset there. */
static void put_record(GString *out, struct ast_facts *f, CXType type)
{
    const struct ast_facts_record *record = ast_facts_record(f, clang_getTypeDeclaration(type));
    ast_put_type_name(out, record->name);
    if (record->base) {
        g_string_append_printf(out, "_%" G_GUINT64_FORMAT "_", record->base);
    }
}

/** Vectors, complex numbers and the like. */
static void put_other(GString *out, CXType type)
{
    CXString spelling = clang_getTypeSpelling(type);
    g_string_append_c(out, 'u');
    ast_put_type_name(out, clang_getCString(spelling));
    clang_disposeString(spelling);
}

static void put_named(GString *out, CXType type, void *facts)
{
    if (type.kind == CXType_Enum) {
        CXType number = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type));
        char letter = ast_builtin_letter(ast_unwrapped_type(number).kind);
        g_string_append_c(out, letter ? letter : '?');
    } else if (type.kind == CXType_Record) {
        put_record(out, facts, type);
    } else {
        put_other(out, type);
    }
}

static struct type_style style_of(struct ast_facts *f)
{
    return (struct type_style){.put = put_named, .user = f};
}

static const char *keep_text(struct ast_facts *f, GString *text)
{
    const char *kept = unit_string(f->ast->unit, text->str);
    g_string_free(text, TRUE);
    return kept;
}

const char *ast_facts_signature_without_prototype(struct ast_facts *f, CXType function)
{
    const struct type_style style = style_of(f);
    GString *text = g_string_new("?F");
    ast_put_type(text, &style, clang_getResultType(function), TYPE_TEXT_NESTING);
    g_string_append_c(text, 'E');
    return keep_text(f, text);
}

const char *ast_facts_signature(struct ast_facts *f, CXType function)
{
    function = clang_getCanonicalType(function);
    if (function.kind != CXType_FunctionProto) {
        return "?";
    }
    const char *known = g_hash_table_lookup(f->signatures, type_object(function));
    if (!known) {
        const struct type_style style = style_of(f);
        GString *text = g_string_new(NULL);
        ast_put_type(text, &style, function, TYPE_TEXT_NESTING);
        known = keep_text(f, text);
        g_hash_table_insert(f->signatures, type_object(function), (char *)known);
    }
    return known;
}
