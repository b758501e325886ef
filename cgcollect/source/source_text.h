/*
 * Navigates the text of a C or C++ file where libclang does not help. Skips comments, literals and
 * numbers as a whole. All functions are linear in what they skip, and never go beyond `end`.
 */
#ifndef CGCOLLECT_SOURCE_SOURCE_TEXT_H
#define CGCOLLECT_SOURCE_SOURCE_TEXT_H

/** @return what follows blanks and comments. */
const char *source_skip_blanks(const char *at, const char *end);

/** @return what follows the parenthesis that closes the one at `at`, or the end. */
const char *source_skip_parentheses(const char *at, const char *end);

/** @return where a text occurs between the parenthesis at `at` and its closing one, but not within
 *  inner brackets; NULL if it does not. */
const char *source_find(const char *at, const char *end, const char *wanted);

/** @return `end`, or what follows the closing of all parentheses opened between `at` and it, if
 *  that is before `limit`. */
const char *source_close(const char *at, const char *end, const char *limit);

#endif
