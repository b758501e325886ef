/* Compares what users type with names and files: globs, blanks that do not matter, FILE:NAME. */
#include "names/chosen_functions.h"

#include <string.h>

/*
 * One pattern element against one character. Sets `next` to the element after it. A "[" without a
 * closing "]" matches itself.
 */
static bool match_one(const char *pattern, char c, const char **next)
{
    const char *end = *pattern == '[' && pattern[1] ? strchr(pattern + 2, ']') : NULL;
    *next = end ? end + 1 : pattern + 1;
    if (*pattern == '?') {
        return true;
    }
    if (!end) {
        return *pattern == c;
    }
    const char *member = pattern + 1;
    bool negated = (*member == '!' || *member == '^') && member + 1 < end;
    if (negated) {
        member++;
    }
    bool found = false;
    for (; member < end; member++) {
        if (member + 2 < end && member[1] == '-') {
            found |= (guchar)member[0] <= (guchar)c && (guchar)c <= (guchar)member[2];
            member += 2;
        } else {
            found |= *member == c;
        }
    }
    return found != negated;
}

bool match_glob(const char *pattern, const char *text, size_t length)
{
    const char *end = text + length;
    const char *after_star = NULL; /* state at the last star: only that needs a retry */
    const char *star_text = NULL;
    while (text < end) {
        const char *next;
        if (*pattern == '*') {
            after_star = ++pattern;
            star_text = text;
        } else if (*pattern && match_one(pattern, *text, &next)) {
            pattern = next;
            text++;
        } else if (after_star) {
            pattern = after_star;
            text = ++star_text;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

bool match_is_glob(const char *pattern)
{
    return strpbrk(pattern, "*?[") != NULL;
}

bool match_spaceless(const char *pattern, const char *text, size_t length)
{
    const char *end = text + length;
    for (;;) {
        while (*pattern == ' ') {
            pattern++;
        }
        while (text < end && *text == ' ') {
            text++;
        }
        if (text == end || *pattern == '\0') {
            return text == end && *pattern == '\0';
        }
        if (*pattern++ != *text++) {
            return false;
        }
    }
}

bool match_file(const char *file, size_t file_length, const char *path)
{
    if (!path) {
        return file_length == 1 && *file == '?';
    }
    size_t length = strlen(path);
    if (file_length == 0 || file_length > length ||
        memcmp(path + length - file_length, file, file_length) != 0) {
        return false;
    }
    return file_length == length || path[length - file_length - 1] == '/';
}

const char *match_colon(const char *text)
{
    const char *colon = strchr(text, ':');
    while (colon && colon[1] == ':') {
        colon += strspn(colon, ":");
        colon = strchr(colon, ':');
    }
    return colon;
}
