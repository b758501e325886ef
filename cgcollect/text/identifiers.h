/*
 * Identifiers and other words of a text.
 */
#ifndef CGCOLLECT_TEXT_IDENTIFIERS_H
#define CGCOLLECT_TEXT_IDENTIFIERS_H

#include <glib.h>
#include <stdbool.h>

/** @return whether identifiers may have a character. */
static inline bool word_has(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/** @param beginnings ended by NULL @return whether a word begins like one of them. */
bool word_begins_like(const char *word, const char *const *beginnings);

/** @param list ended by NULL @return whether a word is one of them. */
bool word_is_one_of(const char *word, const char *const *list);

/** @param list ended by NULL @return whether the first characters of a text are one of them. */
bool word_part_is_one_of(const char *text, size_t length, const char *const *list);

#endif
