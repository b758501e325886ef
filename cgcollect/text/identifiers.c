/* Compares a word with others, or with their beginnings: names of sections, options, instructions.
 */
#include "text/identifiers.h"

#include <string.h>

bool word_begins_like(const char *word, const char *const *beginnings)
{
    for (; *beginnings; beginnings++) {
        if (g_str_has_prefix(word, *beginnings)) {
            return true;
        }
    }
    return false;
}

bool word_is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(word, *list) == 0) {
            return true;
        }
    }
    return false;
}

bool word_part_is_one_of(const char *text, size_t length, const char *const *list)
{
    while (*list && (strlen(*list) != length || strncmp(*list, text, length) != 0)) {
        list++;
    }
    return *list != NULL;
}
