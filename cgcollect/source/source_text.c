/*
 * Skips comments, literals and brackets in the text of C and C++ files.
 */
#include "source/source_text.h"

#include "text/identifiers.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

static const char *find_text(const char *at, const char *end, const char *text)
{
    const char *found = memmem(at, (size_t)(end - at), text, strlen(text));
    return found ? found : end;
}

static bool begins(const char *at, const char *end, const char *text)
{
    return (size_t)(end - at) >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
}

const char *source_skip_blanks(const char *at, const char *end)
{
    for (;;) {
        if (begins(at, end, "/*")) {
            at = find_text(at + 2, end, "*/");
            at += MIN(2, end - at);
        } else if (begins(at, end, "//")) {
            at = find_text(at, end, "\n");
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

/** Skips R"delimiter(text)delimiter", from the quote on. */
static const char *skip_raw(const char *at, const char *end)
{
    const char *open = find_text(at, end, "(");
    char *close = g_strdup_printf(")%.*s\"", (int)MIN(open - at - 1, 16), at + 1);
    const char *found = open < end ? find_text(open, end, close) : end;
    found += MIN((long)strlen(close), end - found);
    g_free(close);
    return found;
}

/** Skips a name, a number (which may contain quotes), or the prefix of a literal. */
static const char *skip_word(const char *at, const char *end)
{
    bool number = g_ascii_isdigit(*at);
    while (at < end &&
           (word_has(*at) || (number && *at == '\'' && at + 1 < end && word_has(at[1])))) {
        at++;
    }
    return at < end && *at == '"' && at[-1] == 'R' ? skip_raw(at, end) : at;
}

/** @return what follows the token at `at`: blanks, a literal, a word, or one character. */
static const char *skip_one(const char *at, const char *end)
{
    const char *behind = source_skip_blanks(at, end);
    if (behind > at) {
        return behind;
    }
    if (*at == '"' || *at == '\'') {
        return skip_quoted(at, end);
    }
    return word_has(*at) ? skip_word(at, end) : at + 1;
}

const char *source_skip_parentheses(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        at = skip_one(at, end);
        if (depth == 0) {
            return at;
        }
    }
    return end;
}

const char *source_find(const char *at, const char *end, const char *wanted)
{
    int depth = 0;
    while (at < end) {
        if (depth == 1 && begins(at, end, wanted)) {
            return at;
        }
        depth += *at && strchr("([{", *at) ? 1 : *at && strchr(")]}", *at) ? -1 : 0;
        if (depth == 0) {
            return NULL;
        }
        at = skip_one(at, end);
    }
    return NULL;
}

const char *source_close(const char *at, const char *end, const char *limit)
{
    int depth = 0;
    while (at < limit && (at < end || depth > 0)) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        at = skip_one(at, limit);
    }
    return depth > 0 ? end : at;
}
