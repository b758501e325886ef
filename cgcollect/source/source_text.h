/*
 * Finding the way in the text of a C or C++ file, where libclang does not help. Comments, literals
 * and numbers are skipped as a whole. All are linear in what they skip, and never go beyond `end`.
 */
#ifndef CGCOLLECT_SOURCE_SOURCE_TEXT_H
#define CGCOLLECT_SOURCE_SOURCE_TEXT_H

/** @return what is behind blanks and comments. */
const char *source_skip_blanks(const char *at, const char *end);

/** @return what is behind the parenthesis that closes the one at `at`, or the end. */
const char *source_skip_parentheses(const char *at, const char *end);

/** @return where a text is between the parenthesis at `at` and the one that closes it, other than
 * in brackets of any sort within; NULL if it is not there. */
const char *source_find(const char *at, const char *end, const char *wanted);

/** @return `end`, or behind it what closes the parentheses that open between `at` and it, if that
 * is before `limit`. */
const char *source_close(const char *at, const char *end, const char *limit);

#endif
