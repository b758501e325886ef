/*
 * Knows the letters of built-in types.
 */
#include "ast/base/builtin_types.h"

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
