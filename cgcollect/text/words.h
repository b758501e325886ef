/*
 * Words among others.
 */
#ifndef CGCOLLECT_TEXT_WORDS_H
#define CGCOLLECT_TEXT_WORDS_H

#include <stdbool.h>

/** @param beginnings ended by NULL @return whether a word begins like one of them. */
bool word_begins_like(const char *word, const char *const *beginnings);

#endif
