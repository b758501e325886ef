/*
 * Names the nested functions of GNU C, which clang cannot read, in the message about a file.
 */
#include "ast/ast_stages.h"

#include <string.h>

#define MOST_NAMED 8u

static const char refusal[] = "function definition is not allowed here";

static bool is_refused(CXDiagnostic diagnostic)
{
    CXString text = clang_getDiagnosticSpelling(diagnostic);
    bool is = g_strcmp0(clang_getCString(text), refusal) == 0;
    clang_disposeString(text);
    return is;
}

/* Backwards through the source: `end` is one behind the last character. */

static size_t skip_blanks(const char *source, size_t end)
{
    while (end > 0 && g_ascii_isspace(source[end - 1])) {
        end--;
    }
    return end;
}

/** Skip a parenthesised text, if there is one. */
static size_t skip_parentheses(const char *source, size_t end)
{
    int depth = 0;
    size_t at = end;
    do {
        if (at == 0) {
            return end;
        }
        at--;
        depth += (source[at] == ')') - (source[at] == '(');
    } while (depth > 0);
    return at;
}

static size_t skip_word(const char *source, size_t end)
{
    while (end > 0 && (g_ascii_isalnum(source[end - 1]) || source[end - 1] == '_')) {
        end--;
    }
    return end;
}

/** The name of the function whose body begins at an offset, to release with g_free; NULL if its
 *  declarator is not plain. */
static char *name_before(const char *source, size_t body)
{
    size_t end = body, begin = body;
    do {
        end = skip_blanks(source, begin);
        if (end == 0 || source[end - 1] != ')') {
            return NULL;
        }
        end = skip_blanks(source, skip_parentheses(source, end));
        begin = skip_word(source, end);
    } while (g_str_has_prefix(source + begin, "__attribute") && begin < end);
    return begin < end ? g_strndup(source + begin, end - begin) : NULL;
}

/** The name of the innermost function that contains a place; NULL if there is none. */
static const char *function_around(const struct ast *ast, CXFile file, unsigned offset)
{
    const struct ast_extent *inner = NULL;
    for (guint i = 0; i < ast->extents->len; i++) {
        const struct ast_extent *e = &g_array_index(ast->extents, struct ast_extent, i);
        bool contains = e->file == file && e->begin <= offset && offset <= e->end;
        inner = contains && (!inner || e->begin >= inner->begin) ? e : inner;
    }
    return inner ? unit_function_at(ast->unit, inner->function)->name : NULL;
}

static void add_name(struct ast *ast, GString *names, CXDiagnostic diagnostic)
{
    CXFile file;
    unsigned offset;
    size_t size = 0;
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    const char *source = file ? ast_contents(ast, file, &size) : NULL;
    char *name = source && offset < size ? name_before(source, offset) : NULL;
    const char *outer = function_around(ast, file, offset);
    if (name) {
        g_string_append_printf(names, "%s%s%s%s", names->len ? ", " : "", name, outer ? " in " : "",
                               outer ? outer : "");
    }
    g_free(name);
}

void ast_name_nested(struct ast *ast, struct ast_report *report)
{
    if (!g_str_has_suffix(report->first_error, refusal)) {
        return;
    }
    GString *names = g_string_new(NULL);
    unsigned found = 0, count = clang_getNumDiagnostics(ast->tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(ast->tu, i);
        if (is_refused(diagnostic) && found++ < MOST_NAMED) {
            add_name(ast, names, diagnostic);
        }
        clang_disposeDiagnostic(diagnostic);
    }
    if (found > MOST_NAMED) {
        g_string_append_printf(names, " and %u more", found - MOST_NAMED);
    }
    if (names->len) {
        size_t place = strlen(report->first_error) - strlen(refusal);
        g_snprintf(report->first_error + place, sizeof report->first_error - place,
                   "clang has no nested functions, move them out: %s", names->str);
    }
    g_string_free(names, TRUE);
}
