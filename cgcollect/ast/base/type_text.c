/*
 * Writes types as text: pointers, arrays and functions alike for C and C++; what a declaration
 * names is up to the caller.
 */
#include "ast/base/type_text.h"

#include <string.h>

char ast_builtin_letter(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Void:
        return 'v';
    case CXType_Bool:
        return 'b';
    case CXType_Char_U:
    case CXType_Char_S:
        return 'c';
    case CXType_SChar:
        return 'a';
    case CXType_UChar:
        return 'h';
    case CXType_Short:
        return 's';
    case CXType_UShort:
        return 't';
    case CXType_Int:
        return 'i';
    case CXType_UInt:
        return 'j';
    case CXType_Long:
        return 'l';
    case CXType_ULong:
        return 'm';
    case CXType_LongLong:
        return 'x';
    case CXType_ULongLong:
        return 'y';
    case CXType_Int128:
        return 'n';
    case CXType_UInt128:
        return 'o';
    case CXType_WChar:
        return 'w';
    case CXType_Float:
        return 'f';
    case CXType_Double:
        return 'd';
    case CXType_LongDouble:
        return 'e';
    case CXType_Float128:
        return 'g';
    default:
        return '\0';
    }
}

CXType ast_unwrapped_type(CXType type)
{
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_Atomic) {
        type = clang_getCanonicalType(clang_Type_getValueType(type));
    }
    return type;
}

void ast_put_type_name(GString *out, const char *name)
{
    g_string_append_printf(out, "%zu%s", strlen(name), name);
}

static bool is_array(CXType type)
{
    return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray ||
           type.kind == CXType_VariableArray;
}

/** Qualifiers of what a pointer or an array leads to are part of the type; those of an array are
 * those of its elements. */
static void put_qualified(GString *out, const struct type_style *style, CXType type, unsigned depth)
{
    type = clang_getCanonicalType(type);
    bool constant = clang_isConstQualifiedType(type);
    bool changes = clang_isVolatileQualifiedType(type);
    while (is_array(type)) {
        g_string_append(out, "A_");
        type = clang_getCanonicalType(clang_getArrayElementType(type));
        constant = constant || clang_isConstQualifiedType(type);
        changes = changes || clang_isVolatileQualifiedType(type);
    }
    g_string_append(out, changes ? "V" : "");
    g_string_append(out, constant ? "K" : "");
    ast_put_type(out, style, type, depth);
}

static void put_function(GString *out, const struct type_style *style, CXType type, unsigned depth)
{
    CXType result = clang_getResultType(type);
    g_string_append_c(out, 'F');
    if (style->cplusplus) {
        put_qualified(out, style, result, depth);
    } else {
        ast_put_type(out, style, result, depth);
    }
    if (type.kind == CXType_FunctionNoProto) {
        g_string_append(out, "?E");
        return;
    }
    int count = clang_getNumArgTypes(type);
    for (int i = 0; i < count; i++) {
        ast_put_type(out, style, clang_getArgType(type, (unsigned)i), depth);
    }
    g_string_append(out, clang_isFunctionTypeVariadic(type) ? "zE" : "E");
}

static void put_pointer(GString *out, const struct type_style *style, CXType type, unsigned depth)
{
    g_string_append_c(out, type.kind == CXType_LValueReference   ? 'R'
                           : type.kind == CXType_RValueReference ? 'O'
                                                                 : 'P');
    put_qualified(out, style, clang_getPointeeType(type), depth);
}

void ast_put_type(GString *out, const struct type_style *style, CXType type, unsigned depth)
{
    type = ast_unwrapped_type(type);
    char letter = ast_builtin_letter(type.kind);
    if (letter || depth == 0) {
        g_string_append_c(out, letter ? letter : '?');
        return;
    }
    switch (type.kind) {
    case CXType_Pointer:
    case CXType_BlockPointer:
    case CXType_LValueReference:
    case CXType_RValueReference:
        put_pointer(out, style, type, depth - 1);
        break;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        put_qualified(out, style, type, depth - 1);
        break;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        put_function(out, style, type, depth - 1);
        break;
    default:
        style->put(out, type, style->user);
        break;
    }
}
