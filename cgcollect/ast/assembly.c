#include "ast/facts/flow.h"

#include <string.h>

#include "assembly.h"

/** Add what a string literal says, escapes resolved as far as they matter. */
static void add_literal(GString *out, const char *literal)
{
    const char *c = strchr(literal, '"') + 1;
    for (; *c && *c != '"'; c++) {
        if (*c == '\\' && c[1]) {
            c++;
            g_string_append_c(out, *c == 'n' || *c == 'r' ? '\n' : ' ');
        } else {
            g_string_append_c(out, *c);
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

/** The text of an assembly statement or declaration, up to its operands; release with
 * g_string_free.
 *  @param unseen receives whether there is more than can be seen */
static GString *assembly_text(struct ast *ast, CXCursor cursor, bool *unseen)
{
    CXToken *tokens;
    unsigned count;
    bool more = true;
    GString *text = g_string_new(NULL);
    clang_tokenize(ast->tu, clang_getCursorExtent(cursor), &tokens, &count);
    *unseen = count == 0;
    for (unsigned i = 0; i < count && more; i++) {
        CXString spelling = clang_getTokenSpelling(ast->tu, tokens[i]);
        more = add_token(text, clang_getTokenKind(tokens[i]), clang_getCString(spelling), unseen);
        clang_disposeString(spelling);
    }
    clang_disposeTokens(ast->tu, tokens, count);
    return text;
}

bool ast_assembly_may_call(struct ast *ast, CXCursor statement)
{
    bool unseen;
    GString *text = assembly_text(ast, statement, &unseen);
    bool may = unseen || assembly_may_call(g_string_ascii_down(text)->str);
    g_string_free(text, TRUE);
    return may;
}

/* Outside functions */

void ast_note_assembly(struct ast *ast, CXCursor declaration)
{
    bool unseen;
    CXSourceLocation at = clang_getCursorLocation(declaration);
    if (!ast_text_begins(ast, at, "asm") && !ast_text_begins(ast, at, "__asm")) {
        return;
    }
    struct ast_assembly assembly = {NULL, ast_place(ast, at)};
    assembly.text = g_string_free(assembly_text(ast, declaration, &unseen), FALSE);
    g_array_append_val(ast->assembly, assembly);
}

static void mark_named(struct ast *ast, const struct ast_assembly *assembly)
{
    const char *at = assembly->text;
    for (char *symbol; (symbol = assembly_next_symbol(&at)); g_free(symbol)) {
        unit_id id = unit_find(ast->unit, symbol);
        if (id != UNIT_NONE) {
            unit_add_address(ast->unit, id, assembly->place);
            unit_add_attribute(ast->unit, &unit_function_at(ast->unit, id)->declared, "used");
            if (ast->flow) {
                flow_expose(ast->flow, id);
            }
        }
    }
}

void ast_mark_assembly(struct ast *ast)
{
    for (guint i = 0; i < ast->assembly->len; i++) {
        struct ast_assembly *assembly = &g_array_index(ast->assembly, struct ast_assembly, i);
        mark_named(ast, assembly);
        g_free(assembly->text);
    }
}
