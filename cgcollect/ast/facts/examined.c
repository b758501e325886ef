/*
 * Decides whether an integer that a pointer became, or that was read through one, is only looked at
 * by the expression around it. Such a number is no copy of a pointer.
 */
#include "ast/facts/ast_facts_parts.h"

/** Deeper expressions count as kept. */
#define LIMIT_EXAMINED 32u

/** The low bits that the alignment of allocated memory leaves free (C11 7.22.3; 16 bytes on systems
 * with 64 bits). Larger masks may take a pointer apart, byte by byte. */
#define MOST_MARKS 15

/** Steps shorter than a pointer lead to no other field that holds one. */
#define MOST_STEP 7

/** Whoever takes remainders by a power of this may take a pointer apart. */
#define BYTE_VALUES 256

/** What becomes of the value of a part of an expression. */
enum use {
    USE_KEPT,  /**< it may be stored, passed, returned or accessed */
    USE_PART,  /**< the value of the whole is made of it */
    USE_LOOKED /**< it ends here */
};

static bool is_at_most(CXCursor expression, long long most)
{
    long long value;
    return ast_evaluate(expression, &value) && value >= 0 && value <= most;
}

/** Whether a remainder may be a part of a number that is put together again. */
static bool takes_apart(CXCursor divisor)
{
    long long value;
    bool constant = ast_evaluate(divisor, &value);
    return constant && value >= BYTE_VALUES && (value & (value - 1)) == 0;
}

#if CINDEX_VERSION_MINOR >= 64
static CXCursor other_operand(struct ast_facts *f, CXCursor operator, CXCursor part)
{
    CXCursor first = ast_facts_child(f, operator, 0);
    return ast_facts_is_same(first, part) ? ast_facts_child(f, operator, 1) : first;
}

static enum use use_by_binary(struct ast_facts *f, CXCursor operator, CXCursor part)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(operator);
    switch (kind) {
    case CXBinaryOperator_LT:
    case CXBinaryOperator_GT:
    case CXBinaryOperator_LE:
    case CXBinaryOperator_GE:
    case CXBinaryOperator_EQ:
    case CXBinaryOperator_NE:
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr:
        return USE_LOOKED;
    case CXBinaryOperator_Rem:
        return takes_apart(other_operand(f, operator, part)) ? USE_PART : USE_LOOKED;
    case CXBinaryOperator_And:
        return is_at_most(other_operand(f, operator, part), MOST_MARKS) ? USE_LOOKED : USE_PART;
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_Or:
        return USE_PART;
    default:
        return USE_KEPT;
    }
}

static enum use use_by_unary(CXCursor operator)
{
    switch (clang_getCursorUnaryOperatorKind(operator)) {
    case CXUnaryOperator_LNot:
        return USE_LOOKED;
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Minus:
    case CXUnaryOperator_Not:
    case CXUnaryOperator_Extension:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
        return USE_PART;
    default:
        return USE_KEPT;
    }
}

bool ast_facts_marks(CXCursor operator, CXCursor operand)
{
    long long mask;
    switch (clang_getCursorBinaryOperatorKind(operator)) {
    case CXBinaryOperator_And:
        return ast_evaluate(operand, &mask);
    case CXBinaryOperator_Or:
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub:
        return is_at_most(operand, MOST_STEP);
    default:
        return false;
    }
}
#else
/* Before libclang 17 operators can only be read from the source text. */
static enum use use_by_binary(struct ast_facts *f, CXCursor operator, CXCursor part)
{
    (void)f;
    (void)operator;
    (void)part;
    return USE_KEPT;
}

static enum use use_by_unary(CXCursor operator)
{
    (void)operator;
    return USE_KEPT;
}

bool ast_facts_marks(CXCursor operator, CXCursor operand)
{
    (void)operator;
    (void)operand;
    return false;
}
#endif

/** A cast, explicit or not. Of an integer that becomes the pointer that it was made of, only that
 *  pointer counts (ast_facts_convert). */
static enum use use_by_cast(struct ast_facts *f, CXCursor cast, CXCursor part)
{
    if (!ast_facts_is_same(ast_facts_only_child(f, cast), part)) {
        return USE_KEPT; /* a part of a builtin, or the null cursor */
    }
    bool pointer = ast_facts_depth(ast_facts_type_of(f, cast)) > 0;
    bool remains = ast_facts_is_same(ast_facts_without_integers(f, part), part);
    return pointer && !remains ? USE_LOOKED : USE_PART;
}

/** The value of a statement is nobody's, but of the last one in `({ ... })`. */
static enum use use_by_block(struct ast_facts *f, CXCursor block)
{
    return ast_parent(f->ast, block).kind == CXCursor_StmtExpr ? USE_KEPT : USE_LOOKED;
}

static bool is_first(struct ast_facts *f, CXCursor whole, CXCursor part)
{
    return ast_facts_is_same(ast_facts_child(f, whole, 0), part);
}

static enum use use_of(struct ast_facts *f, CXCursor whole, CXCursor part)
{
    switch (whole.kind) {
    case CXCursor_BinaryOperator:
        return use_by_binary(f, whole, part);
    case CXCursor_UnaryOperator:
        return use_by_unary(whole);
    case CXCursor_ConditionalOperator:
        return is_first(f, whole, part) ? USE_LOOKED : USE_PART;
    case CXCursor_CompoundAssignOperator: /* what was there stays there */
        return is_first(f, whole, part) ? USE_PART : USE_KEPT;
    case CXCursor_CompoundStmt:
        return use_by_block(f, whole);
    case CXCursor_ParenExpr:
        return USE_PART;
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        return use_by_cast(f, whole, part);
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ForStmt:
    case CXCursor_SwitchStmt:
        return USE_LOOKED;
    default:
        return USE_KEPT;
    }
}

bool ast_facts_is_examined(struct ast_facts *f, CXCursor expression)
{
    enum use use = USE_PART;
    for (unsigned i = 0; i < LIMIT_EXAMINED && use == USE_PART; i++) {
        CXCursor whole = ast_parent(f->ast, expression);
        use = cursor_is_null(whole) ? USE_KEPT : use_of(f, whole, expression);
        expression = whole;
    }
    return use == USE_LOOKED;
}

/* What an integer is made of */

#if CINDEX_VERSION_MINOR >= 64
static bool is_shift(CXCursor operator)
{
    return clang_getCursorBinaryOperatorKind(operator) == CXBinaryOperator_Shl;
}
#else
static bool is_shift(CXCursor operator)
{
    (void)operator;
    return true;
}
#endif

static bool is_literal(struct ast_facts *f, CXCursor expression)
{
    while (ast_facts_is_wrapper(expression.kind)) {
        expression = ast_facts_only_child(f, expression);
    }
    return expression.kind == CXCursor_IntegerLiteral;
}

static bool may_be_address(struct ast_facts *f, CXCursor number, unsigned depth);

static bool any_may_be_address(struct ast_facts *f, CXCursor expression, unsigned depth)
{
    struct cursors parts;
    cursors_init(&parts);
    ast_add_children(f->ast, &parts, expression);
    bool may = parts.count == 0;
    for (unsigned i = 0; i < parts.count && !may; i++) {
        may = may_be_address(f, parts.items[i], depth);
    }
    cursors_clear(&parts);
    return may;
}

/** Smaller numbers that are shifted may be halves of a pointer; a literal is none. */
static bool may_be_address(struct ast_facts *f, CXCursor number, unsigned depth)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, number);
    if (type->class == AST_FACTS_INTEGER && !type->wide && !type->array) {
        return false;
    }
    switch (depth > 0 ? number.kind : CXCursor_CallExpr) {
    case CXCursor_IntegerLiteral:
    case CXCursor_UnaryExpr: /* sizeof */
        return false;
    case CXCursor_BinaryOperator:
        return is_shift(number) ? !is_literal(f, ast_facts_child(f, number, 0))
                                : any_may_be_address(f, number, depth - 1);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        return any_may_be_address(f, number, depth - 1);
    case CXCursor_UnaryOperator:
        return use_by_unary(number) != USE_PART || any_may_be_address(f, number, depth - 1);
    default:
        return true;
    }
}

bool ast_facts_may_be_address(struct ast_facts *f, CXCursor number)
{
    return may_be_address(f, number, LIMIT_EXAMINED);
}
