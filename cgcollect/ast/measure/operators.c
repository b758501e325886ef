/*
 * Decides how an operator counts, from libclang or, where that does not show it, from the text.
 */
#include "ast/measure/measure_parts.h"

#include <string.h>

#include "ast/base/expressions.h"
#include "source/source_text.h"

#if CINDEX_VERSION_MINOR >= 64
static enum operation binary(CXCursor expression)
{
    switch (clang_getCursorBinaryOperatorKind(expression)) {
    case CXBinaryOperator_PtrMemD:
    case CXBinaryOperator_PtrMemI:
        return OPERATION_ACCESS;
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Rem:
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_And:
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_Or:
        return OPERATION_ARITHMETIC;
    case CXBinaryOperator_Cmp:
    case CXBinaryOperator_LT:
    case CXBinaryOperator_GT:
    case CXBinaryOperator_LE:
    case CXBinaryOperator_GE:
    case CXBinaryOperator_EQ:
    case CXBinaryOperator_NE:
        return OPERATION_COMPARISON;
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr:
        return OPERATION_LOGICAL;
    case CXBinaryOperator_Assign:
        return OPERATION_ASSIGN;
    default:
        return OPERATION_NONE;
    }
}

static enum operation unary(CXCursor expression)
{
    switch (clang_getCursorUnaryOperatorKind(expression)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_Minus:
    case CXUnaryOperator_Not:
        return OPERATION_ARITHMETIC;
    case CXUnaryOperator_LNot:
        return OPERATION_COMPARISON;
    case CXUnaryOperator_Deref:
        return OPERATION_ACCESS;
    default:
        return OPERATION_NONE;
    }
}

enum operation measure_operator(struct ast *ast, CXCursor expression)
{
    (void)ast;
    return expression.kind == CXCursor_UnaryOperator ? unary(expression) : binary(expression);
}
#else
/* Before libclang 17 the operator can only be read from the text: between its operands, or before
 * its operand. */

struct spelling {
    const char *text;
    enum operation operation;
};

static enum operation spelled(const char *text, size_t length, const struct spelling *known,
                              enum operation otherwise)
{
    for (; known->text; known++) {
        size_t size = strlen(known->text);
        if (size <= length && memcmp(text, known->text, size) == 0) {
            return known->operation;
        }
    }
    return otherwise;
}

/** An operator comes before those that are its prefix. */
static const struct spelling binaries[] = {
    {"->*", OPERATION_ACCESS},    {".*", OPERATION_ACCESS},     {"<=>", OPERATION_COMPARISON},
    {"<<", OPERATION_ARITHMETIC}, {">>", OPERATION_ARITHMETIC}, {"<", OPERATION_COMPARISON},
    {">", OPERATION_COMPARISON},  {"==", OPERATION_COMPARISON}, {"!=", OPERATION_COMPARISON},
    {"&&", OPERATION_LOGICAL},    {"||", OPERATION_LOGICAL},    {"=", OPERATION_ASSIGN},
    {",", OPERATION_NONE},        {NULL, OPERATION_NONE}};
static const struct spelling unaries[] = {{"*", OPERATION_ACCESS},      {"!", OPERATION_COMPARISON},
                                          {"++", OPERATION_ARITHMETIC}, {"+", OPERATION_NONE},
                                          {"&", OPERATION_NONE},        {"__", OPERATION_NONE},
                                          {NULL, OPERATION_NONE}};

enum operation measure_operator(struct ast *ast, CXCursor expression)
{
    size_t length;
    struct cursors parts;
    CXSourceRange range = clang_getCursorExtent(expression);
    if (expression.kind == CXCursor_UnaryOperator) {
        const char *text = ast_text(ast, clang_getRangeStart(range), &length);
        return spelled(text, length, unaries, OPERATION_ARITHMETIC);
    }
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    range = parts.count > 0 ? clang_getCursorExtent(parts.items[0]) : range;
    cursors_clear(&parts);
    const char *text = ast_text(ast, clang_getRangeEnd(range), &length);
    size_t blanks = strspn(text, ") \t\r\n\\");
    return spelled(text + blanks, length - blanks, binaries, OPERATION_ARITHMETIC);
}
#endif

/* Fold expressions: (... + x), (x + ...), (x + ... + y). libclang does not identify them. */

/** @return how an operator in a template counts, from its text. */
static enum operation folded(const char *text, size_t length)
{
    static const struct {
        const char *text;
        enum operation operation;
    } known[] = {{",", OPERATION_NONE},     {"=", OPERATION_ASSIGN},  {"&&", OPERATION_LOGICAL},
                 {"||", OPERATION_LOGICAL}, {".*", OPERATION_ACCESS}, {"->*", OPERATION_ACCESS}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i].text) == length && memcmp(known[i].text, text, length) == 0) {
            return known[i].operation;
        }
    }
    return length > 0 ? OPERATION_ARITHMETIC : OPERATION_NONE;
}

static bool is_operator(char c)
{
    return c && strchr("+-*/%^&|=<>!,.", c);
}

enum operation measure_fold_operator(struct ast *ast, CXCursor expression)
{
    static const char pack[] = "...";
    size_t length;
    const char *text =
        ast_text(ast, clang_getRangeStart(clang_getCursorExtent(expression)), &length);
    const char *end = text + length;
    const char *dots = length > 0 && *text == '(' ? source_find(text, end, pack) : NULL;
    if (!dots) {
        return OPERATION_NONE;
    }
    const char *behind = dots;
    while (behind > text && g_ascii_isspace(behind[-1])) {
        behind--;
    }
    const char *begin = behind;
    while (is_operator(begin[-1])) { /* the parenthesis is no operator */
        begin--;
    }
    if (begin == behind) { /* it comes after the dots */
        begin = source_skip_blanks(dots + strlen(pack), end);
        for (behind = begin; behind < end && is_operator(*behind); behind++) {
        }
    }
    return folded(begin, (size_t)(behind - begin));
}
