/*
 * Reads inline assembly, in functions and outside of them: whether it may call, and which functions
 * it names. text/assembly.c knows the instructions.
 */
#include "ast/facts/ast_facts.h"

#include <string.h>

#include "text/assembly.h"

/** Append the text of a string literal, with the escapes that matter resolved. */
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

/** Append what a token contributes to the text. @return whether more may follow. */
static bool add_token(GString *text, CXTokenKind kind, const char *spelled, bool *unseen)
{
    if (kind == CXToken_Literal && strchr(spelled, '"')) {
        *unseen = *unseen || spelled[0] != '"';
        add_literal(text, spelled);
    } else if (kind == CXToken_Identifier) {
        *unseen = true; /* a macro: its text is not visible */
    }
    return !*unseen && !(kind == CXToken_Punctuation && spelled[0] == ':'); /* operands follow */
}

/** The text of an assembly statement up to its operands; release with g_string_free.
 *  @param unseen receives whether part of the text is not visible */
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

/** The end of a literal that begins here. */
static const char *skip_literal(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote) {
        at += *at == '\\' && at[1] ? 2 : 1;
    }
    return *at ? at + 1 : at;
}

/** The literal after the word `asm` in printed code. @return NULL: none */
static const char *printed_template(const char *at)
{
    static const char *const words[] = {"volatile", "goto", "inline", "("};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        at += strspn(at, " ");
        at += g_str_has_prefix(at, words[i]) ? strlen(words[i]) : 0;
    }
    return *at == '"' ? at : NULL;
}

/** Whether each assembly statement of printed code may call, in order. @return of bool, release
 *  with g_array_unref */
static GArray *printed_verdicts(const char *code, const char *triple)
{
    GArray *verdicts = g_array_new(FALSE, FALSE, sizeof(bool));
    bool within = false;
    for (const char *at = code; *at;) {
        const char *after = at;
        if (*at == '"' || *at == '\'') {
            after = skip_literal(at);
        } else if (!within && g_str_has_prefix(at, "asm") && !g_ascii_isalnum(at[3]) &&
                   at[3] != '_') {
            const char *literal = printed_template(at + 3);
            GString *text = g_string_new(NULL);
            if (literal) {
                add_literal(text, literal);
            }
            bool may = !literal || assembly_may_call(g_string_ascii_down(text)->str, triple);
            g_array_append_val(verdicts, may);
            g_string_free(text, TRUE);
        }
        within = g_ascii_isalnum(*at) || *at == '_';
        at = after > at ? after : at + 1;
    }
    return verdicts;
}

/** The index of a statement among the assembly statements of a function. */
struct place_among {
    CXCursor statement;
    guint before;
    guint count;
};

static enum CXChildVisitResult count_assembly(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct place_among *place = data;
    (void)parent;
    if (cursor.kind == CXCursor_GCCAsmStmt) {
        place->before = clang_equalCursors(cursor, place->statement) ? place->count : place->before;
        place->count++;
    }
    return CXChildVisit_Recurse;
}

/** Macros hide the text of a statement in the source, but not in clang's printed form of the
 *  function. If that has another number of statements, any of them may be the one. */
static bool function_may_call(CXCursor function, CXCursor statement, const char *triple)
{
    char *code = cursor_is_function(function.kind) ? ast_printed_whole(function) : NULL;
    if (!code) {
        return true;
    }
    GArray *verdicts = printed_verdicts(code, triple);
    struct place_among place = {statement, G_MAXUINT, 0};
    clang_visitChildren(function, count_assembly, &place);
    bool located = place.before < place.count && place.count == verdicts->len;
    bool may = verdicts->len == 0;
    for (guint i = 0; i < verdicts->len; i++) {
        may = may || ((!located || i == place.before) && g_array_index(verdicts, bool, i));
    }
    g_array_unref(verdicts);
    g_free(code);
    return may;
}

static const char *target(struct ast *ast)
{
    CXTargetInfo info = clang_getTranslationUnitTargetInfo(ast->tu);
    CXString triple = clang_TargetInfo_getTriple(info);
    const char *name = unit_string(ast->unit, clang_getCString(triple));
    clang_disposeString(triple);
    clang_TargetInfo_dispose(info);
    return name;
}

bool ast_assembly_may_call(struct ast *ast, CXCursor body, CXCursor statement)
{
    bool unseen;
    GString *text = assembly_text(ast, statement, &unseen);
    const char *triple = target(ast);
    bool may =
        unseen ? statement.kind != CXCursor_GCCAsmStmt || function_may_call(body, statement, triple)
               : assembly_may_call(g_string_ascii_down(text)->str, triple);
    g_string_free(text, TRUE);
    return may;
}

/* Outside functions */

void ast_note_assembly(struct ast *ast, CXCursor declaration)
{
    char *code = ast_printed_whole(declaration);
    bool is = code && (g_str_has_prefix(code, "asm") || g_str_has_prefix(code, "__asm"));
    const char *literal = is ? strchr(code, '"') : NULL;
    if (literal) {
        GString *text = g_string_new(NULL);
        add_literal(text, literal);
        struct ast_assembly assembly = {g_string_free(text, FALSE),
                                        ast_cursor_place(ast, declaration)};
        g_array_append_val(ast->assembly, assembly);
    }
    g_free(code);
}

static void mark_named(struct ast *ast, const struct ast_assembly *assembly)
{
    const char *at = assembly->text;
    for (char *symbol; (symbol = assembly_next_symbol(&at)); g_free(symbol)) {
        unit_id id = unit_find(ast->unit, symbol);
        if (id != UNIT_NONE) {
            unit_add_address(ast->unit, id, assembly->place);
            unit_add_attribute(ast->unit, &unit_function_at(ast->unit, id)->declared, "used");
            if (ast->facts) {
                ast_facts_expose_number(ast->facts, id);
            }
        } else if (ast->facts && assembly_may_be_symbol(symbol)) {
            facts_referenced(ast->unit->facts, symbol);
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
