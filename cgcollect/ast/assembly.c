#include "ast/context.h"

#include <string.h>

#include "assembly.h"

/** Add what a string literal says: lower case, escapes resolved as far as they matter. */
static void add_literal(GString *out, const char *literal)
{
    const char *c = strchr(literal, '"') + 1;
    for (; *c && *c != '"'; c++) {
        if (*c == '\\' && c[1]) {
            c++;
            g_string_append_c(out, *c == 'n' || *c == 'r' ? '\n' : ' ');
        } else {
            g_string_append_c(out, g_ascii_tolower(*c));
        }
    }
}

/** What a token adds to the text. @return whether more may follow. */
static bool add_token(GString *text, CXTokenKind kind, const char *spelled, bool *unseen)
{
    if (kind == CXToken_Literal && strchr(spelled, '"')) {
        *unseen = *unseen || spelled[0] != '"';
        add_literal(text, spelled);
    } else if (kind == CXToken_Identifier) {
        *unseen = true; /* a macro: what it says cannot be seen */
    }
    return !*unseen && !(kind == CXToken_Punctuation && spelled[0] == ':'); /* operands follow */
}

bool ast_assembly_may_call(struct ast *ast, CXCursor statement)
{
    CXToken *tokens;
    unsigned count;
    bool unseen = false;
    bool more = true;
    GString *text = g_string_new(NULL);
    clang_tokenize(ast->tu, clang_getCursorExtent(statement), &tokens, &count);
    for (unsigned i = 0; i < count && more; i++) {
        CXString spelling = clang_getTokenSpelling(ast->tu, tokens[i]);
        more = add_token(text, clang_getTokenKind(tokens[i]), clang_getCString(spelling), &unseen);
        clang_disposeString(spelling);
    }
    clang_disposeTokens(ast->tu, tokens, count);
    bool may = unseen || count == 0 || assembly_may_call(text->str);
    g_string_free(text, TRUE);
    return may;
}
