#include "macro_use.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

static bool is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

static const char *find(const char *at, const char *end, const char *text)
{
    const char *found = memmem(at, (size_t)(end - at), text, strlen(text));
    return found ? found : end;
}

static bool begins(const char *at, const char *end, const char *text)
{
    return (size_t)(end - at) >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
}

static const char *skip_blanks(const char *at, const char *end)
{
    for (;;) {
        if (begins(at, end, "/*")) {
            at = find(at + 2, end, "*/");
            at += MIN(2, end - at);
        } else if (begins(at, end, "//")) {
            at = find(at, end, "\n");
        } else if (at < end && (g_ascii_isspace(*at) || *at == '\\')) {
            at++;
        } else {
            return at;
        }
    }
}

static const char *skip_quoted(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote) {
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    }
    return at < end ? at + 1 : end;
}

/** Of R"delimiter(text)delimiter", from the quote on. */
static const char *skip_raw(const char *at, const char *end)
{
    const char *open = find(at, end, "(");
    char *close = g_strdup_printf(")%.*s\"", (int)MIN(open - at - 1, 16), at + 1);
    const char *found = open < end ? find(open, end, close) : end;
    found += MIN((long)strlen(close), end - found);
    g_free(close);
    return found;
}

/** A name, a number (in which quotes may be), or the prefix of a literal. */
static const char *skip_word(const char *at, const char *end)
{
    bool number = g_ascii_isdigit(*at);
    while (at < end &&
           (is_word(*at) || (number && *at == '\'' && at + 1 < end && is_word(at[1])))) {
        at++;
    }
    return at < end && *at == '"' && at[-1] == 'R' ? skip_raw(at, end) : at;
}

/** @return what is behind the parenthesis that closes the one at `at`. */
static const char *skip_parentheses(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        const char *behind = skip_blanks(at, end);
        if (behind > at) {
            at = behind;
        } else if (*at == '"' || *at == '\'') {
            at = skip_quoted(at, end);
        } else if (is_word(*at)) {
            at = skip_word(at, end);
        } else {
            depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
            at++;
            if (depth == 0) {
                return at;
            }
        }
    }
    return end;
}

/** @return the offset of what is behind a macro's name and arguments. */
static unsigned end_of_use(CXTranslationUnit tu, CXFile file, unsigned begin)
{
    size_t size;
    const char *text = clang_getFileContents(tu, file, &size);
    if (!text || begin >= size) {
        return begin;
    }
    const char *end = text + size;
    const char *name = text + begin;
    while (name < end && (is_word(*name) || *name == '$' || (unsigned char)*name >= 0x80)) {
        name++;
    }
    const char *open = skip_blanks(name, end);
    const char *close = open < end && *open == '(' ? skip_parentheses(open, end) : name;
    return (unsigned)(close - text);
}

CXSourceLocation macro_range_end(CXTranslationUnit tu, CXSourceRange range, struct macro_use *last)
{
    CXFile file;
    CXFile written;
    unsigned offset;
    unsigned spelled;
    CXSourceLocation end = clang_getRangeEnd(range);
    clang_getExpansionLocation(end, &file, NULL, NULL, &offset);
    clang_getSpellingLocation(end, &written, NULL, NULL, &spelled);
    if (!file || (file == written && offset == spelled)) {
        return end;
    }
    if (last->file != file || last->begin != offset) {
        *last = (struct macro_use){file, offset, end_of_use(tu, file, offset)};
    }
    return clang_getLocationForOffset(tu, file, last->end);
}
