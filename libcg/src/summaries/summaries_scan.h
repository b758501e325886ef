/*
 * The words of a text of summaries, with their places.
 */
#ifndef SUMMARIES_SUMMARIES_SCAN_H
#define SUMMARIES_SUMMARIES_SCAN_H

#include <libcg/common.h>

/** A position in a text. */
struct summaries_cursor {
    const char *at;
    const char *end;
    const char *line_start;
    unsigned long line;
    const char *file;
    struct cg_error *error;
};

/** A piece of the text; not terminated. */
struct summaries_word {
    const char *bytes;
    size_t length;
};

/** Fail at the cursor. @return status */
__attribute__((format(printf, 3, 4))) int summaries_fail(const struct summaries_cursor *cursor,
                                                         enum cg_status status, const char *format,
                                                         ...);

/** Column of the cursor, from 1. */
unsigned long summaries_column(const struct summaries_cursor *cursor);

/** Go to the first character of the next entry. @return false at the end of the text. */
bool summaries_next_entry(struct summaries_cursor *cursor);

/** Skip blanks, comments and the ends of continued lines. @return false at the end of the entry. */
bool summaries_skip_blanks(struct summaries_cursor *cursor);

/** Skip blanks; if the next character is `expected`, take it. @return whether it was. */
bool summaries_skip(struct summaries_cursor *cursor, char expected);

/** Read a name, up to a blank or a colon. @return CG_OK, CG_E_FORMAT or CG_E_LIMIT. */
int summaries_read_name(struct summaries_word *word, struct summaries_cursor *cursor);

/** Read a word of an effect; it may be empty, before a mark. @return CG_OK, CG_E_FORMAT or
 *  CG_E_LIMIT. */
int summaries_read_word(struct summaries_word *word, struct summaries_cursor *cursor);

/** Read a text in double quotes, without them. @return CG_OK, CG_E_FORMAT or CG_E_LIMIT. */
int summaries_read_quoted(struct summaries_word *word, struct summaries_cursor *cursor);

/** @return whether a word equals a terminated string. */
bool summaries_word_is(struct summaries_word word, const char *string);

/** Read a decimal number. @return whether the word is one within the limit. */
bool summaries_word_number(uint32_t *number, struct summaries_word word, uint32_t limit);

#endif
