/*
 * Finds the initialisers of lambda captures, as far as libclang shows them.
 */
#include "ast/base/expressions.h"

CXCursor ast_init_capture(CXCursor reference)
{
    CXCursor variable = reference.kind == CXCursor_VariableRef
                            ? clang_getCursorReferenced(reference)
                            : clang_getNullCursor();
    bool declared = variable.kind == CXCursor_VarDecl &&
                    clang_equalLocations(clang_getCursorLocation(variable),
                                         clang_getCursorLocation(reference)) != 0;
    return declared ? clang_Cursor_getVarDeclInitializer(variable) : clang_getNullCursor();
}
