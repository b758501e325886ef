/*
 * Reads attributes and the keyword `inline` from clang's printed form of a declaration.
 * declaration_info.c collects them over all declarations of a function.
 */
#include "ast/declarations/attribute_parse.h"

#include <string.h>

#include "source/cursors.h"
#include "source/source_text.h"

struct ast_attributes *attributes_new(void)
{
    struct ast_attributes *w = g_new0(struct ast_attributes, 1);
    w->attributes = g_ptr_array_new();
    return w;
}

void attributes_free(void *attributes)
{
    struct ast_attributes *w = attributes;
    g_ptr_array_free(w->attributes, TRUE);
    g_free(w);
}

/* Attributes as clang prints them */

/** Whether the argument is a text for people. */
static bool has_message(const char *name)
{
    static const char *const names[] = {"deprecated",  "nodiscard", "warn_unused_result",
                                        "unavailable", "error",     "warning"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** The priority that clang prints where none is written. */
static bool is_default(const char *name, const char *arguments)
{
    return g_str_has_suffix(name, "structor") && strcmp(arguments, "(65535)") == 0;
}

/** "__noreturn__" is "noreturn". */
static char *plain_name(const char *begin, size_t length)
{
    bool reserved =
        length > 4 && strncmp(begin, "__", 2) == 0 && strncmp(begin + length - 2, "__", 2) == 0;
    return reserved ? g_strndup(begin + 2, length - 4) : g_strndup(begin, length);
}

void attributes_add(struct ast *ast, struct ast_attributes *w, const char *begin, const char *end)
{
    size_t length = strcspn(begin, "(]):");
    while (strncmp(begin + length, "::", 2) == 0) { /* gnu::, clang:: */
        begin += length + 2;
        length = strcspn(begin, "(]):");
    }
    char *name = plain_name(begin, length);
    bool bare = begin + length >= end || has_message(name);
    char *arguments = g_strndup(begin + length, bare ? 0 : (gsize)(end - begin) - length);
    char *text = g_strconcat(name, is_default(name, arguments) ? "" : arguments, NULL);
    if (g_utf8_validate(text, -1, NULL)) {
        g_ptr_array_add(w->attributes, (char *)unit_string(ast->unit, text));
    }
    g_free(text);
    g_free(arguments);
    g_free(name);
}

/** The end of an attribute: its closing bracket, followed by a space or the end of the text. Quotes
 *  in strings are not escaped, so they do not help. */
static const char *find_closing(const char *from, const char *closing)
{
    size_t length = strlen(closing);
    const char *at = strstr(from, closing);
    while (at && at[length] != ' ' && at[length] != '\0') {
        at = strstr(at + 1, closing);
    }
    return at;
}

/** Whether a quote ends an argument: another argument follows, or nothing. */
static bool ends_argument(const char *quote, const char *end)
{
    return strncmp(quote + 1, ", ", 2) == 0 || quote + 2 == end;
}

/** Append a character of a string, escaped as in C. */
static void add_escaped(GString *out, char c)
{
    if (c == '"' || c == '\\') {
        g_string_append_c(out, '\\');
        g_string_append_c(out, c);
    } else if (g_ascii_iscntrl(c)) {
        g_string_append_printf(out, "\\%03o", (unsigned char)c);
    } else {
        g_string_append_c(out, c);
    }
}

/** clang prints strings without escapes: put them back. @return a text to release with g_free */
static char *escaped(const char *begin, const char *end)
{
    GString *out = g_string_new(NULL);
    bool inside = false;
    for (const char *at = begin; at < end; at++) {
        bool quote = *at == '"' && (!inside || ends_argument(at, end));
        inside = inside != quote;
        if (inside && !quote) {
            add_escaped(out, *at);
        } else {
            g_string_append_c(out, *at);
        }
    }
    return g_string_free(out, FALSE);
}

/** For some expressions clang prints a memory address, which differs between runs. */
static bool has_address(const char *begin, const char *end)
{
    size_t size = (size_t)(end - begin);
    return memmem(begin, size, "(0x", 3) || memmem(begin, size, ", 0x", 4);
}

/** Parse an attribute at `at`. @return what follows it, NULL if none begins there. */
static const char *take_attribute(struct ast *ast, struct ast_attributes *w, const char *at)
{
    static const char *const brackets[][2] = {
        {"__attribute__((", "))"}, {"[[", "]]"}, {"__declspec(", ")"}};
    for (size_t i = 0; i < G_N_ELEMENTS(brackets); i++) {
        if (!g_str_has_prefix(at, brackets[i][0])) {
            continue;
        }
        const char *begin = at + strlen(brackets[i][0]);
        const char *end = find_closing(begin, brackets[i][1]);
        if (end) {
            bool bare = has_address(begin, end);
            char *text = escaped(begin, bare ? begin + strcspn(begin, "(") : end);
            attributes_add(ast, w, text, text + strlen(text));
            g_free(text);
            return end + strlen(brackets[i][1]);
        }
    }
    return NULL;
}

/** @return what follows the literal at `at`. */
static const char *skip_literal(const char *at)
{
    char quote = *at++;
    for (; *at && *at != quote; at++) {
        at += at[0] == '\\' && at[1];
    }
    return *at ? at + 1 : at;
}

/** Parse a keyword at `at`. @return what follows the word. */
static const char *take_word(struct ast *ast, struct ast_attributes *w, const char *at)
{
    static const char *const keywords[][2] = {{"_Noreturn", "noreturn"},
                                              {"__forceinline", "always_inline"}};
    size_t length = 1;
    while (g_ascii_isalnum(at[length]) || at[length] == '_') {
        length++;
    }
    w->is_inline = w->is_inline || (length == 6 && strncmp(at, "inline", length) == 0);
    w->is_constant = w->is_constant || (length == 9 && (strncmp(at, "constexpr", length) == 0 ||
                                                        strncmp(at, "consteval", length) == 0));
    for (size_t i = 0; i < G_N_ELEMENTS(keywords); i++) {
        const char *keyword = keywords[i][0];
        if (strlen(keyword) == length && strncmp(at, keyword, length) == 0) {
            attributes_add(ast, w, keywords[i][1], keywords[i][1] + strlen(keywords[i][1]));
        }
    }
    return at + length;
}

/** Parse a printed declaration. Parentheses hold parameters and types, which are skipped. */
static void read_printed(struct ast *ast, struct ast_attributes *w, const char *at)
{
    int depth = 0;
    while (*at) {
        const char *behind = depth == 0 ? take_attribute(ast, w, at) : NULL;
        if (behind) {
            at = behind;
        } else if (*at == '"' || *at == '\'') {
            at = skip_literal(at);
        } else if (depth == 0 && (g_ascii_isalpha(*at) || *at == '_')) {
            at = take_word(ast, w, at);
        } else {
            depth += strchr("([{", *at) ? 1 : strchr(")]}", *at) ? -1 : 0;
            at++;
        }
    }
}

/* clang prints instances of function templates without their attributes. */

/** Longest text of an attribute that is read. */
#define ATTRIBUTE_LENGTH 1000

/** Reads attributes from the source. */
struct reading {
    struct ast *ast;
    struct ast_attributes *attributes;
};

/** Arguments as written; a macro may expand to anything. */
static enum CXChildVisitResult read_attribute(CXCursor child, CXCursor parent, CXClientData data)
{
    struct reading *r = data;
    size_t length;
    unsigned written;
    unsigned used;
    (void)parent;
    if (!clang_isAttribute(child.kind)) {
        return CXChildVisit_Continue;
    }
    CXSourceLocation at = clang_getCursorLocation(child);
    const char *text = ast_text(r->ast, at, &length);
    char *copy = g_strndup(text, MIN(length, ATTRIBUTE_LENGTH));
    size_t name = strspn(copy, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:");
    const char *end = copy + name;
    clang_getSpellingLocation(at, NULL, NULL, NULL, &written);
    clang_getExpansionLocation(at, NULL, NULL, NULL, &used);
    if (*end == '(' && written == used) {
        end = source_skip_parentheses(end, copy + strlen(copy));
    }
    if (name > 0) {
        attributes_add(r->ast, r->attributes, copy, end);
    }
    g_free(copy);
    return CXChildVisit_Continue;
}

static void read_made(struct ast *ast, struct ast_attributes *w, CXCursor declaration)
{
    struct reading reading = {ast, w};
    clang_visitChildren(declaration, read_attribute, &reading);
}

/* Most declarations have none, and printing is expensive. Parameters of templates come before
 * attributes: templates are printed in any case. */
bool attributes_expected(CXCursor declaration)
{
    return declaration.kind == CXCursor_FunctionTemplate ||
           clang_Cursor_isFunctionInlined(declaration) || ast_has_attributes(declaration);
}

/** What nobody wrote (members that clang adds, operators of lambdas) has the place of its class. */
static bool is_unwritten(CXCursor declaration)
{
    CXCursor around = clang_getCursorSemanticParent(declaration);
    return declaration.kind != CXCursor_FunctionDecl &&
           clang_equalLocations(clang_getCursorLocation(declaration),
                                clang_getCursorLocation(around));
}

void attributes_parse(struct ast *ast, struct ast_attributes *w, CXCursor declaration)
{
    if (!attributes_expected(declaration)) {
        return;
    }
    bool was_inline = w->is_inline;
    guint before = w->attributes->len;
    char *printed = ast_printed(declaration);
    read_printed(ast, w, printed);
    g_free(printed);
    if (is_unwritten(declaration)) {
        w->is_inline = was_inline; /* clang's own word */
    }
    bool made = declaration.kind == CXCursor_FunctionTemplate ||
                !cursor_is_null(clang_getSpecializedCursorTemplate(declaration));
    if (made && w->attributes->len == before) {
        read_made(ast, w, declaration);
    }
}
