/*
 * Decides whether an integer that a pointer became, or that was read through one, is only looked at
 * by the expression around it: such a number is no copy of a pointer. Also decides, from what a
 * number is made of, whether it may be an address.
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

static CXCursor other_operand(struct ast_facts *f, CXCursor operator, CXCursor part)
{
    CXCursor first = ast_facts_child(f, operator, 0);
    return ast_facts_is_same(first, part) ? ast_facts_child(f, operator, 1) : first;
}

static enum use use_by_arithmetic(struct ast_facts *f, CXCursor operator, CXCursor part)
{
    if (operator.kind == CXCursor_UnaryOperator) {
        return USE_PART;
    }
    if (ast_is_operator(operator, "%")) {
        return takes_apart(other_operand(f, operator, part)) ? USE_PART : USE_LOOKED;
    }
    bool marks =
        ast_is_operator(operator, "&") && is_at_most(other_operand(f, operator, part), MOST_MARKS);
    return marks ? USE_LOOKED : USE_PART;
}

static enum use use_by_operator(struct ast_facts *f, CXCursor operator, CXCursor part)
{
    switch (ast_operation(f->ast, operator)) {
    case AST_OPERATION_COMPARISON:
    case AST_OPERATION_LOGICAL:
        return USE_LOOKED;
    case AST_OPERATION_ARITHMETIC:
        return use_by_arithmetic(f, operator, part);
    default:
        return USE_KEPT;
    }
}

bool ast_facts_marks(CXCursor operator, CXCursor operand)
{
    static const char *const steps[] = {"|", "^", "+", "-"};
    long long mask;
    bool marks = ast_is_operator(operator, "&") && ast_evaluate(operand, &mask);
    for (size_t i = 0; i < G_N_ELEMENTS(steps) && !marks; i++) {
        marks = ast_is_operator(operator, steps[i]) && is_at_most(operand, MOST_STEP);
    }
    return marks;
}

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
    case CXCursor_UnaryOperator:
        return use_by_operator(f, whole, part);
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

/** @param wide whether it is as wide as a pointer */
static bool is_integer(struct ast_facts *f, CXCursor expression, bool wide)
{
    const struct ast_facts_type *type = ast_facts_type_of(f, expression);
    return type->class == AST_FACTS_INTEGER && !type->array && type->wide == wide;
}

/** An integer that becomes a smaller one loses the high bits of the pointer. Code that takes a
 *  pointer apart keeps these in another integer, which counts. */
bool ast_facts_is_examined(struct ast_facts *f, CXCursor expression)
{
    enum use use = USE_PART;
    bool whole_pointer = is_integer(f, expression, true);
    for (unsigned i = 0; i < LIMIT_EXAMINED && use == USE_PART; i++) {
        CXCursor whole = ast_parent(f->ast, expression);
        use = cursor_is_null(whole) ? USE_KEPT : use_of(f, whole, expression);
        whole_pointer = whole_pointer && ast_facts_is_wrapper(whole.kind);
        use = whole_pointer && use == USE_PART && is_integer(f, whole, false) ? USE_LOOKED : use;
        expression = whole;
    }
    return use == USE_LOOKED;
}

/* What an integer is made of */

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
        return ast_is_operator(number, "<<") ? !is_literal(f, ast_facts_child(f, number, 0))
                                             : any_may_be_address(f, number, depth - 1);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        return any_may_be_address(f, number, depth - 1);
    case CXCursor_UnaryOperator:
        return ast_operation(f->ast, number) != AST_OPERATION_ARITHMETIC ||
               any_may_be_address(f, number, depth - 1);
    default:
        return true;
    }
}

bool ast_facts_may_be_address(struct ast_facts *f, CXCursor number)
{
    return may_be_address(f, number, LIMIT_EXAMINED);
}
