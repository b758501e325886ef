/*
 * Text as --help shows it, as roff with the man macros on standard output. Its layout says what it
 * is:
 *
 *     a paragraph, ended by an empty line, is filled
 *     yes: ...           at the beginning of a paragraph or behind a whole sentence: what "yes"
 *                        means
 *       indented lines   stand as they are, unless each is a term, two spaces or more and a text
 *                        in one column: a list of terms
 *     JSON: ...          begins a section, as do "Example:", "Examples:" and "Exit status:"; the
 *                        latter becomes a list by its numbers
 *     CAPITALS           alone on a line begin a section of that name
 */
#ifndef CLI_MANUAL_TEXT_H
#define CLI_MANUAL_TEXT_H

#include <stddef.h>

/** Print text such that roff shows it as it is. */
void manual_plain(const char *text, size_t length);

/**
 * Print a line of a paragraph: options in bold, variables in italics.
 *
 * @param variables words between spaces, with one before the first and behind the last
 */
void manual_line(const char *text, size_t length, const char *variables);

/** Print the head of a section. */
void manual_section(const char *title);

/** Print a text of many lines. @param variables as for manual_line */
void manual_text(const char *text, const char *variables);

/** Where the first section of a text begins, or its end. */
const char *manual_text_sections(const char *text);

#endif
