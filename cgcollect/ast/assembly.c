#include "ast/context.h"

#include <string.h>

/** Mnemonics, of the architectures clang knows, that leave the statement. */
static bool is_transfer(const char *mnemonic, size_t length)
{
    static const char *const whole[] = {"b",    "bal",   "bctrl", "bl", "blr",  "blx",    "br",
                                        "bras", "brasl", "basr",  "bx", "tail", "syscall"};
    if (length >= 1 && mnemonic[0] == 'j') {
        return true;
    }
    if (length >= 4 && strncmp(mnemonic, "call", 4) == 0) {
        return true;
    }
    for (size_t i = 0; i + 1 < G_N_ELEMENTS(whole); i++) {
        if (strlen(whole[i]) == length && strncmp(whole[i], mnemonic, length) == 0) {
            return true;
        }
    }
    return false;
}

/** Operands that stay within the statement: "1b", "2f", "%l[label]". */
static bool is_local_target(const char *operand)
{
    operand += strspn(operand, " ");
    size_t digits = strspn(operand, "0123456789");
    if (digits > 0) {
        return operand[digits] == 'b' || operand[digits] == 'f';
    }
    return strncmp(operand, "%l", 2) == 0;
}

static bool instruction_may_call(const char *instruction)
{
    instruction += strspn(instruction, " ");
    size_t length = strspn(instruction, "abcdefghijklmnopqrstuvwxyz0123456789._");
    if (instruction[length] == ':') {
        return instruction_may_call(instruction + length + 1);
    }
    return is_transfer(instruction, length) && !is_local_target(instruction + length);
}

/** Each string literal of the statement, with its escapes made separators. */
static bool literal_may_call(const char *literal)
{
    char *text = g_ascii_strdown(literal, -1);
    for (char *c = text; *c; c++) {
        if (*c == '\\' && c[1]) {
            bool newline = c[1] == 'n' || c[1] == 'r';
            c[0] = newline ? ';' : ' ';
            c[1] = ' ';
            c++;
        } else if (*c == '"') {
            *c = ' ';
        }
    }
    char **instructions = g_strsplit_set(text, ";\n", -1);
    bool may = false;
    for (char **i = instructions; *i && !may; i++) {
        may = instruction_may_call(*i);
    }
    g_strfreev(instructions);
    g_free(text);
    return may;
}

bool ast_assembly_may_call(struct ast *ast, CXCursor statement)
{
    CXToken *tokens;
    unsigned count;
    bool may = false;
    bool seen = false;
    clang_tokenize(ast->tu, clang_getCursorExtent(statement), &tokens, &count);
    for (unsigned i = 0; i < count && !may; i++) {
        CXString text = clang_getTokenSpelling(ast->tu, tokens[i]);
        const char *spelled = clang_getCString(text);
        CXTokenKind kind = clang_getTokenKind(tokens[i]);
        if (kind == CXToken_Literal && strchr(spelled, '"')) {
            seen = true;
            may = literal_may_call(spelled);
        } else if (kind == CXToken_Punctuation && strcmp(spelled, ":") == 0 && seen) {
            i = count; /* operands follow */
        } else if (kind == CXToken_Identifier && !seen) {
            may = true; /* a macro: what it says cannot be seen */
        }
        clang_disposeString(text);
    }
    clang_disposeTokens(ast->tu, tokens, count);
    return may || !seen;
}
