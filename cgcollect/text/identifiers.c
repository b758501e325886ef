/* Compares a word with the beginnings of others: names of sections, options, instructions. */
#include "text/identifiers.h"

bool word_begins_like(const char *word, const char *const *beginnings)
{
    for (; *beginnings; beginnings++) {
        if (g_str_has_prefix(word, *beginnings)) {
            return true;
        }
    }
    return false;
}
