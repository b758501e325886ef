/*
 * Finds the text of inline assembly statements. text/assembly.c and text/assembly_reach.c know the
 * instructions.
 */
#include "ast/declarations/assembly_text.h"

#include <string.h>

/** A statement. */
struct text {
    GString *code;     /**< the instructions */
    GString *operands; /**< all that comes after them */
};

static struct text new_text(void)
{
    return (struct text){g_string_new(NULL), g_string_new(NULL)};
}

static void clear_text(void *data)
{
    struct text *text = data;
    g_string_free(text->code, TRUE);
    g_string_free(text->operands, TRUE);
}

/** Append the text of a string literal, with the escapes that matter resolved. */
static void add_literal(GString *out, const char *literal)
{
    const char *c = strchr(literal, '"') + 1;
    for (; *c && *c != '"'; c++) {
        if (*c == '\\' && c[1]) {
            c++;
            g_string_append_c(out, *c == 'n' || *c == 'r'    ? '\n'
                                   : *c == '\\' || *c == '"' ? *c
                                                             : ' ');
        } else {
            g_string_append_c(out, *c);
        }
    }
}

char *ast_assembly_literal(const char *literal)
{
    GString *text = g_string_new(NULL);
    add_literal(text, literal);
    return g_string_free(text, FALSE);
}

/* As the source has it */

/** Append what a token contributes. @return whether the text may be read on */
static bool add_token(struct text *text, bool *operands, CXTokenKind kind, const char *spelled)
{
    if (*operands || (kind == CXToken_Punctuation && spelled[0] == ':')) {
        *operands = true;
        g_string_append(text->operands, spelled);
        return true;
    }
    if (kind == CXToken_Literal && strchr(spelled, '"')) {
        add_literal(text->code, spelled);
        return spelled[0] == '"';
    }
    return kind != CXToken_Identifier; /* a macro: its text is not visible */
}

/** @return whether no macro hides a part of the instructions */
static bool read_source(struct ast *ast, CXCursor statement, struct text *text)
{
    CXToken *tokens;
    unsigned count;
    bool operands = false;
    clang_tokenize(ast->tu, clang_getCursorExtent(statement), &tokens, &count);
    bool visible = count > 0;
    for (unsigned i = 0; i < count && visible; i++) {
        CXString spelling = clang_getTokenSpelling(ast->tu, tokens[i]);
        visible =
            add_token(text, &operands, clang_getTokenKind(tokens[i]), clang_getCString(spelling));
        clang_disposeString(spelling);
    }
    clang_disposeTokens(ast->tu, tokens, count);
    return visible;
}

/* As clang prints it */

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

/** The parenthesis that ends what begins within another. */
static const char *closing(const char *at)
{
    for (unsigned depth = 0; *at && (*at != ')' || depth > 0);) {
        depth += *at == '(' ? 1 : *at == ')' ? -1u : 0;
        at = *at == '"' || *at == '\'' ? skip_literal(at) : at + 1;
    }
    return at;
}

/** @param literal the result of printed_template; NULL: instructions that nobody understands */
static void add_printed(GArray *texts, const char *literal)
{
    struct text text = new_text();
    if (literal) {
        const char *after = skip_literal(literal);
        add_literal(text.code, literal);
        g_string_append_len(text.operands, after, closing(after) - after);
    } else {
        g_string_append(text.code, ".include");
    }
    g_array_append_val(texts, text);
}

/** Add each assembly statement of printed code, in order. */
static void add_all_printed(GArray *texts, const char *code)
{
    bool within = false;
    for (const char *at = code; *at;) {
        const char *after = at;
        if (*at == '"' || *at == '\'') {
            after = skip_literal(at);
        } else if (!within && g_str_has_prefix(at, "asm") && !g_ascii_isalnum(at[3]) &&
                   at[3] != '_') {
            add_printed(texts, printed_template(at + 3));
        }
        within = g_ascii_isalnum(*at) || *at == '_';
        at = after > at ? after : at + 1;
    }
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

/** Remove all texts but that of the statement. If there are not as many as statements, any may be.
 */
static void keep_own(GArray *texts, CXCursor function, CXCursor statement)
{
    struct place_among place = {statement, G_MAXUINT, 0};
    clang_visitChildren(function, count_assembly, &place);
    if (place.before < place.count && place.count == texts->len) {
        g_array_set_size(texts, place.before + 1);
        g_array_remove_range(texts, 0, place.before);
    }
}

/** @return the texts of which one is the statement's, of struct text, release with g_array_unref;
 *  none: it is not known */
static GArray *texts_of(struct ast *ast, CXCursor body, CXCursor statement)
{
    GArray *texts = g_array_new(FALSE, FALSE, sizeof(struct text));
    g_array_set_clear_func(texts, clear_text);
    struct text text = new_text();
    if (read_source(ast, statement, &text)) {
        g_array_append_val(texts, text);
        return texts;
    }
    clear_text(&text);
    bool printed = statement.kind == CXCursor_GCCAsmStmt && cursor_is_function(body.kind);
    char *code = printed ? ast_printed_whole(body) : NULL;
    if (code) {
        add_all_printed(texts, code);
        keep_own(texts, body, statement);
    }
    g_free(code);
    return texts;
}

/* What it says */

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
    GArray *texts = texts_of(ast, body, statement);
    const char *triple = target(ast);
    bool may = texts->len == 0;
    for (guint i = 0; i < texts->len && !may; i++) {
        GString *code = g_array_index(texts, struct text, i).code;
        char *lower = g_ascii_strdown(code->str, (gssize)code->len);
        may = assembly_may_call(lower, triple);
        g_free(lower);
    }
    g_array_unref(texts);
    return may;
}

enum assembly_reach ast_assembly_reach(struct ast *ast, CXCursor body, CXCursor statement)
{
    GArray *texts = texts_of(ast, body, statement);
    bool gnu = statement.kind == CXCursor_GCCAsmStmt;
    enum assembly_reach reach = texts->len && gnu ? ASSEMBLY_REGISTERS : ASSEMBLY_ANYWHERE;
    for (guint i = 0; i < texts->len; i++) {
        const struct text *text = &g_array_index(texts, struct text, i);
        reach = MIN(reach, assembly_reach(text->code->str, text->operands->str, ASSEMBLY_GNU));
    }
    g_array_unref(texts);
    return reach;
}

char *ast_assembly_named(struct ast *ast, CXCursor body, CXCursor statement)
{
    GArray *texts = texts_of(ast, body, statement);
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++) {
        char *named = assembly_named(g_array_index(texts, struct text, i).code->str, ASSEMBLY_GNU);
        g_string_append(g_string_append_c(all, ' '), named);
        g_free(named);
    }
    g_array_unref(texts);
    return g_string_free(all, FALSE);
}
