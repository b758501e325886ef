/*
 * Identifies operators and decides how they count, from libclang or, where that does not show them,
 * from the text.
 */
#include "ast/base/expressions.h"

#include <string.h>

#include "source/source_text.h"

#if CINDEX_VERSION_MINOR >= 64
bool ast_is_operator(CXCursor expression, const char *spelling)
{
    static const struct {
        enum CXBinaryOperatorKind kind;
        const char *spelling;
    } known[] = {
        {CXBinaryOperator_Comma, ","}, {CXBinaryOperator_Assign, "="},
        {CXBinaryOperator_LAnd, "&&"}, {CXBinaryOperator_LOr, "||"},
        {CXBinaryOperator_Rem, "%"},   {CXBinaryOperator_And, "&"},
        {CXBinaryOperator_Or, "|"},    {CXBinaryOperator_Xor, "^"},
        {CXBinaryOperator_Add, "+"},   {CXBinaryOperator_Sub, "-"},
        {CXBinaryOperator_Shl, "<<"},
    };
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expression);
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        if (known[i].kind == kind) {
            return strcmp(known[i].spelling, spelling) == 0;
        }
    }
    return false;
}
#else
static bool has_token(CXTranslationUnit tu, CXSourceRange range, const char *spelling)
{
    bool has = false;
    CXToken *tokens;
    unsigned count;
    clang_tokenize(tu, range, &tokens, &count);
    for (unsigned i = 0; i < count && !has; i++) {
        CXString text = clang_getTokenSpelling(tu, tokens[i]);
        has = strcmp(clang_getCString(text), spelling) == 0;
        clang_disposeString(text);
    }
    clang_disposeTokens(tu, tokens, count);
    return has;
}

/* Before libclang 17 the operator can only be read from the text between its operands. */
bool ast_is_operator(CXCursor expression, const char *spelling)
{
    struct cursors parts;
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    bool is = false;
    if (parts.count == 2) {
        CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(parts.items[0]));
        CXSourceLocation begin = clang_getRangeStart(clang_getCursorExtent(parts.items[1]));
        is = has_token(clang_Cursor_getTranslationUnit(expression), clang_getRange(end, begin),
                       spelling);
    }
    cursors_clear(&parts);
    return is;
}
#endif

/* How operators count */

#if CINDEX_VERSION_MINOR >= 64
static enum ast_operation binary(CXCursor expression)
{
    switch (clang_getCursorBinaryOperatorKind(expression)) {
    case CXBinaryOperator_PtrMemD:
    case CXBinaryOperator_PtrMemI:
        return AST_OPERATION_ACCESS;
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
        return AST_OPERATION_ARITHMETIC;
    case CXBinaryOperator_Cmp:
    case CXBinaryOperator_LT:
    case CXBinaryOperator_GT:
    case CXBinaryOperator_LE:
    case CXBinaryOperator_GE:
    case CXBinaryOperator_EQ:
    case CXBinaryOperator_NE:
        return AST_OPERATION_COMPARISON;
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr:
        return AST_OPERATION_LOGICAL;
    case CXBinaryOperator_Assign:
        return AST_OPERATION_ASSIGN;
    default:
        return AST_OPERATION_NONE;
    }
}

static enum ast_operation unary(CXCursor expression)
{
    switch (clang_getCursorUnaryOperatorKind(expression)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_Minus:
    case CXUnaryOperator_Not:
        return AST_OPERATION_ARITHMETIC;
    case CXUnaryOperator_LNot:
        return AST_OPERATION_COMPARISON;
    case CXUnaryOperator_Deref:
        return AST_OPERATION_ACCESS;
    default:
        return AST_OPERATION_NONE;
    }
}

enum ast_operation ast_operation(struct ast *ast, CXCursor expression)
{
    (void)ast;
    return expression.kind == CXCursor_UnaryOperator ? unary(expression) : binary(expression);
}
#else
/* Before libclang 17 the operator can only be read from the text: between its operands, or before
 * its operand. */

struct spelling {
    const char *text;
    enum ast_operation operation;
};

static enum ast_operation spelled(const char *text, size_t length, const struct spelling *known,
                                  enum ast_operation otherwise)
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
    {"->*", AST_OPERATION_ACCESS},     {".*", AST_OPERATION_ACCESS},
    {"<=>", AST_OPERATION_COMPARISON}, {"<<", AST_OPERATION_ARITHMETIC},
    {">>", AST_OPERATION_ARITHMETIC},  {"<", AST_OPERATION_COMPARISON},
    {">", AST_OPERATION_COMPARISON},   {"==", AST_OPERATION_COMPARISON},
    {"!=", AST_OPERATION_COMPARISON},  {"&&", AST_OPERATION_LOGICAL},
    {"||", AST_OPERATION_LOGICAL},     {"=", AST_OPERATION_ASSIGN},
    {",", AST_OPERATION_NONE},         {NULL, AST_OPERATION_NONE}};
static const struct spelling unaries[] = {
    {"*", AST_OPERATION_ACCESS}, {"!", AST_OPERATION_COMPARISON}, {"++", AST_OPERATION_ARITHMETIC},
    {"+", AST_OPERATION_NONE},   {"&", AST_OPERATION_NONE},       {"__", AST_OPERATION_NONE},
    {NULL, AST_OPERATION_NONE}};

enum ast_operation ast_operation(struct ast *ast, CXCursor expression)
{
    size_t length;
    struct cursors parts;
    CXSourceRange range = clang_getCursorExtent(expression);
    if (expression.kind == CXCursor_UnaryOperator) {
        const char *text = ast_text(ast, clang_getRangeStart(range), &length);
        return spelled(text, length, unaries, AST_OPERATION_ARITHMETIC);
    }
    cursors_init(&parts);
    cursors_add_children(&parts, expression);
    range = parts.count > 0 ? clang_getCursorExtent(parts.items[0]) : range;
    cursors_clear(&parts);
    const char *text = ast_text(ast, clang_getRangeEnd(range), &length);
    size_t blanks = strspn(text, ") \t\r\n\\");
    return spelled(text + blanks, length - blanks, binaries, AST_OPERATION_ARITHMETIC);
}
#endif

/* Fold expressions: (... + x), (x + ...), (x + ... + y). libclang does not identify them. */

/** @return how an operator in a template counts, from its text. */
static enum ast_operation folded(const char *text, size_t length)
{
    static const struct {
        const char *text;
        enum ast_operation operation;
    } known[] = {{",", AST_OPERATION_NONE},     {"=", AST_OPERATION_ASSIGN},
                 {"&&", AST_OPERATION_LOGICAL}, {"||", AST_OPERATION_LOGICAL},
                 {".*", AST_OPERATION_ACCESS},  {"->*", AST_OPERATION_ACCESS}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i].text) == length && memcmp(known[i].text, text, length) == 0) {
            return known[i].operation;
        }
    }
    return length > 0 ? AST_OPERATION_ARITHMETIC : AST_OPERATION_NONE;
}

static bool is_operator(char c)
{
    return c && strchr("+-*/%^&|=<>!,.", c);
}

enum ast_operation ast_fold_operation(struct ast *ast, CXCursor expression)
{
    static const char pack[] = "...";
    size_t length;
    const char *text =
        ast_text(ast, clang_getRangeStart(clang_getCursorExtent(expression)), &length);
    const char *end = text + length;
    const char *dots = length > 0 && *text == '(' ? source_find(text, end, pack) : NULL;
    if (!dots) {
        return AST_OPERATION_NONE;
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
