/* Patterns: words, with | for "or" and parentheses. */
#include "notes.h"

#include <ctype.h>
#include <string.h>

static int match_any(const struct note *note, const char **at);

static int match_word(const struct note *note, const char **at)
{
    char word[40] = "";
    size_t length = 0;
    while (isalnum((unsigned char)**at) && length < sizeof word - 1) {
        word[length++] = *(*at)++;
    }
    return strstr(note->text, word) != NULL;
}

static int match_group(const struct note *note, const char **at)
{
    if (**at != '(') {
        return match_word(note, at);
    }
    ++*at;
    int matches = match_any(note, at);
    *at += **at == ')';
    return matches;
}

static int match_any(const struct note *note, const char **at)
{
    int matches = match_group(note, at);
    while (**at == '|') {
        ++*at;
        matches |= match_group(note, at);
    }
    return matches;
}

int match(const struct note *note, const char *pattern)
{
    return match_any(note, &pattern);
}
