/*
 * Counts the operations of expressions: integer, floating point, control, memory.
 */
#include "ast/measure/measure_parts.h"

/** @return the weight of an operation on a canonical type: 0 for integers, pointers and what
 *  depends on template parameters. */
static unsigned weight_of(CXType type)
{
    switch (type.kind) {
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
    case CXType_Float:
        return 1;
    case CXType_Double:
        return 2;
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Ibm128:
    case CXType_Complex:
        return 4;
    case CXType_Vector:
    case CXType_ExtVector:
        return weight_of(clang_getCanonicalType(clang_getElementType(type)));
    default:
        return 0;
    }
}

/** The canonical type of an expression; most types are canonical already. */
static CXType type_of(CXCursor expression)
{
    CXType type = clang_getCursorType(expression);
    bool plain = type.kind == CXType_Pointer ||
                 (type.kind >= CXType_FirstBuiltin && type.kind <= CXType_LastBuiltin);
    return plain ? type : clang_getCanonicalType(type);
}

static unsigned weight(CXCursor expression)
{
    return weight_of(type_of(expression));
}

static void add_operation(struct unit_body *body, unsigned weight)
{
    body->integer_operations += weight == 0;
    body->float_operations += weight;
}

static void count_operation(struct measure *measure, struct part *part,
                            enum ast_operation operation)
{
    switch (operation) {
    case AST_OPERATION_ARITHMETIC:
        add_operation(&measure->body, weight(part->cursor));
        break;
    case AST_OPERATION_COMPARISON:
        part->weighed = true;
        break;
    case AST_OPERATION_LOGICAL:
        measure->body.complexity++;
        measure->body.control_operations++;
        break;
    case AST_OPERATION_ACCESS:
        measure->body.memory_accesses++;
        break;
    case AST_OPERATION_ASSIGN:
    case AST_OPERATION_NONE:
        break;
    }
}

void measure_fold(struct measure *measure, struct part *part)
{
    if (clang_getCursorType(part->cursor).kind == CXType_Dependent) {
        count_operation(measure, part, ast_fold_operation(measure->ast, part->cursor));
    }
}

void measure_operation(struct measure *measure, struct part *part)
{
    switch (part->cursor.kind) {
    case CXCursor_BinaryOperator:
    case CXCursor_UnaryOperator:
        count_operation(measure, part, ast_operation(measure->ast, part->cursor));
        break;
    case CXCursor_CompoundAssignOperator:
        part->weighed = true;
        break;
    case CXCursor_ArraySubscriptExpr:
        measure->body.memory_accesses++;
        break;
    default:
        break;
    }
}

/** A name that is no member function counts as data. */
static bool is_of_data(struct measure *measure, CXCursor member)
{
    return !measure->ast->cplusplus || !cursor_is_function(clang_getCursorReferenced(member).kind);
}

static bool is_pointer(CXCursor expression)
{
    return type_of(expression).kind == CXType_Pointer;
}

static enum CXChildVisitResult take_first(CXCursor child, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = child;
    return CXChildVisit_Break;
}

/** In C++ the operand of `!` is first converted to bool; this finds its type before that. */
static CXCursor unconverted(CXCursor operand)
{
    while (operand.kind == CXCursor_UnexposedExpr &&
           clang_getCanonicalType(clang_getCursorType(operand)).kind == CXType_Bool) {
        CXCursor inner = clang_getNullCursor();
        clang_visitChildren(operand, take_first, &inner);
        if (!cursor_is_expression(inner.kind)) {
            break;
        }
        operand = inner;
    }
    return operand;
}

void measure_operand(struct measure *measure, struct part *around, CXCursor operand)
{
    if (around->weighed) {
        bool negated = around->cursor.kind == CXCursor_UnaryOperator;
        unsigned heavy = weight(negated ? unconverted(operand) : operand);
        around->weight = heavy > around->weight ? heavy : around->weight;
    } else if (around->cursor.kind == CXCursor_MemberRefExpr && is_pointer(operand)) {
        measure->body.memory_accesses += is_of_data(measure, around->cursor);
    }
}

void measure_end_operation(struct measure *measure, const struct part *part)
{
    if (part->weighed) {
        add_operation(&measure->body, part->weight);
    } else if (part->cursor.kind == CXCursor_MemberRefExpr && part->index == 0) {
        /* of `this`, or static */
        measure->body.memory_accesses += is_of_data(measure, part->cursor);
    }
}

/** Whether the next operand below parentheses is the target of an assignment, and of which. */
static bool is_assigned(struct measure *measure, CXCursor *assignment)
{
    unsigned up = 0;
    const struct part *around = measure_around(measure, 0);
    while (around && around->cursor.kind == CXCursor_ParenExpr) {
        around = measure_around(measure, ++up);
    }
    *assignment = around ? around->cursor : clang_getNullCursor();
    return around && around->cursor.kind == CXCursor_BinaryOperator && around->index == 1 &&
           ast_operation(measure->ast, around->cursor) == AST_OPERATION_ASSIGN;
}

void measure_use(struct measure *measure, CXCursor reference)
{
    CXCursor variable = clang_getCursorReferenced(reference);
    if (variable.kind != CXCursor_VarDecl || clang_Cursor_hasVarDeclGlobalStorage(variable) != 1) {
        return;
    }
    CXCursor assignment;
    measure->body.memory_accesses++;
    if (is_assigned(measure, &assignment)) {
        measure_allocation(measure, variable, assignment);
    }
}

void measure_type(struct measure *measure, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    if (canonical.kind != CXType_Void && canonical.kind != CXType_Invalid) {
        /* Each canonical type exists once. */
        g_hash_table_add(measure->types, type_object(canonical));
    }
}
