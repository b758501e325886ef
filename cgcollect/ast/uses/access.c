/*
 * Decides from the expressions around a reference whether it reads, writes or takes an address, and
 * from what is around the name of a type what it is used for.
 */
#include "ast/uses/uses_parts.h"

#include <string.h>

static bool is_array(CXType type)
{
    switch (clang_getCanonicalType(type).kind) {
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
    case CXType_DependentSizedArray:
        return true;
    default:
        return false;
    }
}

static bool is_pointer(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Pointer;
}

/** What happens to a value that is used as such: of an array, the address. */
static unsigned as_value(CXType type)
{
    return is_array(type) ? USE_ADDRESS : USE_READ;
}

static bool assigns(enum CXBinaryOperatorKind kind)
{
    return kind == CXBinaryOperator_Assign;
}

static unsigned of_unary(CXCursor operation, CXType *type, bool *further)
{
    switch (clang_getCursorUnaryOperatorKind(operation)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        return USE_READ | USE_WRITE;
    case CXUnaryOperator_AddrOf:
        return USE_ADDRESS;
    case CXUnaryOperator_Deref: /* the first element of an array */
        *further = is_array(*type);
        *type = clang_getCursorType(operation);
        return USE_READ;
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag:
    case CXUnaryOperator_Extension:
        *further = true;
        return USE_READ;
    default:
        return USE_READ;
    }
}

/** An object of C++ that is handed over without a copy may be changed. */
static unsigned of_call(CXCursor call, unsigned index, CXType type)
{
    CXCursor callee = clang_getCursorReferenced(call);
    if (callee.kind == CXCursor_Constructor || is_pointer(type)) {
        return USE_READ;
    }
    CXString name = clang_getCursorSpelling(call);
    bool sets = strcmp(clang_getCString(name), "operator=") == 0;
    clang_disposeString(name);
    if (sets) {
        return index == 0 ? USE_WRITE : USE_READ;
    }
    return USE_ADDRESS;
}

/** The object of a member: what happens to the member happens to it. */
static unsigned of_member(CXCursor member, CXType *type, bool *further)
{
    if (is_pointer(*type)) {
        return USE_READ;
    }
    CXCursor target = clang_getCursorReferenced(member);
    if (target.kind != CXCursor_FieldDecl) {
        bool reads = target.kind != CXCursor_CXXMethod || clang_CXXMethod_isConst(target);
        return reads ? USE_READ : USE_ADDRESS;
    }
    *type = clang_getCursorType(member);
    *further = true;
    return USE_READ;
}

/** A reference of C++ is another name of what it is bound to. */
static unsigned of_variable(CXCursor variable, CXType type)
{
    CXType declared = clang_getCanonicalType(clang_getCursorType(variable));
    bool bound = declared.kind == CXType_LValueReference &&
                 !clang_isConstQualifiedType(clang_getPointeeType(declared));
    return bound ? USE_ADDRESS : as_value(type);
}

/** What a part does to its `index`-th child, of a type; `further`: what is around it decides. */
static unsigned access_by(const struct around *part, unsigned index, CXType *type, bool cplusplus,
                          bool *further)
{
    switch (part->cursor.kind) {
    case CXCursor_ParenExpr:
        *further = true;
        return USE_READ;
    case CXCursor_UnexposedExpr: /* a conversion: arrays turn into addresses of their elements */
        *further = is_array(*type);
        return USE_READ;
    case CXCursor_MemberRefExpr:
        return of_member(part->cursor, type, further);
    case CXCursor_ArraySubscriptExpr:
        *further = index == 0 && is_array(*type);
        *type = *further ? clang_getCursorType(part->cursor) : *type;
        return USE_READ;
    case CXCursor_BinaryOperator:
        return index == 0 && assigns(clang_getCursorBinaryOperatorKind(part->cursor))
                   ? USE_WRITE
                   : as_value(*type);
    case CXCursor_CompoundAssignOperator:
        return index == 0 ? USE_READ | USE_WRITE : as_value(*type);
    case CXCursor_UnaryOperator:
        return of_unary(part->cursor, type, further);
    case CXCursor_UnaryExpr:
        return USE_SIZE;
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        return USE_READ | USE_WRITE;
    case CXCursor_CallExpr:
        return cplusplus ? of_call(part->cursor, index, *type) : as_value(*type);
    case CXCursor_VarDecl:
        return of_variable(part->cursor, *type);
    default:
        return as_value(*type);
    }
}

unsigned access_of_variable(const struct finding *finding, CXCursor reference)
{
    CXType type = clang_getCursorType(reference);
    for (unsigned up = 0;; up++) {
        const struct around *part = around_at(finding, up);
        bool further = false;
        if (!part) {
            return as_value(type);
        }
        unsigned ways = access_by(part, part->seen - 1, &type, finding->ast->cplusplus, &further);
        if (!further) {
            return ways;
        }
    }
}

bool access_holds(CXType type)
{
    CXType element = clang_getCanonicalType(type);
    while (is_array(element)) {
        element = clang_getCanonicalType(clang_getArrayElementType(element));
    }
    switch (element.kind) {
    case CXType_Pointer:
    case CXType_LValueReference:
    case CXType_RValueReference:
    case CXType_MemberPointer:
    case CXType_BlockPointer:
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return false;
    default:
        return true;
    }
}

static unsigned declares(CXType type)
{
    return access_holds(type) ? USE_DECLARE | USE_HOLD : USE_DECLARE;
}

unsigned access_of_type(const struct finding *finding)
{
    const struct around *part = around_at(finding, 0);
    if (!part) {
        return USE_DECLARE;
    }
    switch (part->cursor.kind) {
    case CXCursor_UnaryExpr:
        return USE_SIZE;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXDynamicCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        return access_holds(clang_getCursorType(part->cursor)) ? USE_CAST | USE_HOLD : USE_CAST;
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_FieldDecl:
        return declares(clang_getCursorType(part->cursor));
    case CXCursor_TypedefDecl:
        return declares(clang_getTypedefDeclUnderlyingType(part->cursor));
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
        return declares(clang_getResultType(clang_getCursorType(part->cursor)));
    case CXCursor_CXXBaseSpecifier:
    case CXCursor_CXXNewExpr:
    case CXCursor_CallExpr:
        return USE_DECLARE | USE_HOLD;
    default:
        return USE_DECLARE;
    }
}
