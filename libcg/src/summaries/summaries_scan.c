/*
 * A cursor over the text that knows its line: continued lines, comments, names with brackets and
 * quotes.
 */
#include "summaries/summaries_scan.h"

#include "strings/digits.h"

#include "base/error.h"
#include "summaries/summaries_parse.h"

#include <stdarg.h>
#include <stdio.h>

unsigned long summaries_column(const struct summaries_cursor *cursor)
{
    return (unsigned long)(cursor->at - cursor->line_start) + 1;
}

int summaries_fail(const struct summaries_cursor *cursor, enum cg_status status, const char *format,
                   ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return cg_fail_at(cursor->error, status, cursor->file, cursor->line, summaries_column(cursor),
                      "%s", text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_comment(struct summaries_cursor *cursor)
{
    const char *line_end = memchr(cursor->at, '\n', (size_t)(cursor->end - cursor->at));
    cursor->at = line_end ? line_end : cursor->end;
}

static void next_line(struct summaries_cursor *cursor)
{
    cursor->line_start = ++cursor->at;
    cursor->line++;
}

/* A line that begins with a blank continues the previous one. */
static bool is_continued(const struct summaries_cursor *cursor)
{
    return cursor->end - cursor->at > 1 && is_blank(cursor->at[1]);
}

bool summaries_skip_blanks(struct summaries_cursor *cursor)
{
    for (; cursor->at < cursor->end; cursor->at++) {
        if (*cursor->at == '#') {
            skip_comment(cursor);
        }
        if (cursor->at < cursor->end && *cursor->at == '\n') {
            if (!is_continued(cursor)) {
                return false;
            }
            next_line(cursor);
        } else if (cursor->at == cursor->end || !is_blank(*cursor->at)) {
            break;
        }
    }
    return cursor->at < cursor->end;
}

bool summaries_next_entry(struct summaries_cursor *cursor)
{
    while (cursor->at < cursor->end && !summaries_skip_blanks(cursor)) {
        if (cursor->at < cursor->end) {
            next_line(cursor);
        }
    }
    return cursor->at < cursor->end;
}

bool summaries_skip(struct summaries_cursor *cursor, char expected)
{
    if (!summaries_skip_blanks(cursor) || *cursor->at != expected) {
        return false;
    }
    cursor->at++;
    return true;
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

/* The text between `start` and the cursor; on refusal the cursor moves back. */
static int finish_word(struct summaries_word *word, struct summaries_cursor *cursor,
                       const char *start)
{
    size_t length = (size_t)(cursor->at - start);
    if (length > SUMMARIES_LIMIT_WORD) {
        cursor->at = start;
        return summaries_fail(cursor, CG_E_LIMIT, "a word of more than %u bytes",
                              SUMMARIES_LIMIT_WORD);
    }
    if (cursor->at < cursor->end && is_control(*cursor->at) && !is_blank(*cursor->at) &&
        *cursor->at != '\n') {
        return summaries_fail(cursor, CG_E_FORMAT, "a control character");
    }
    *word = (struct summaries_word){start, length};
    return CG_OK;
}

/* What ends a name or a word of an effect, besides control characters, by character: the text is
 * read at every start. */
#define ENDS_NAME 1u
#define ENDS_WORD 2u
static const unsigned char ends[256] = {[' '] = ENDS_NAME | ENDS_WORD,
                                        [':'] = ENDS_NAME,
                                        ['='] = ENDS_WORD,
                                        [';'] = ENDS_WORD,
                                        [','] = ENDS_WORD,
                                        ['('] = ENDS_WORD,
                                        [')'] = ENDS_WORD,
                                        [']'] = ENDS_WORD,
                                        ['"'] = ENDS_WORD,
                                        ['*'] = ENDS_WORD};

static int read_until(struct summaries_word *word, struct summaries_cursor *cursor, unsigned mark)
{
    summaries_skip_blanks(cursor);
    const char *start = cursor->at, *at = start;
    while (at < cursor->end && !is_control(*at) && !(ends[(unsigned char)*at] & mark)) {
        at++;
    }
    cursor->at = at;
    return finish_word(word, cursor, start);
}

int summaries_read_name(struct summaries_word *word, struct summaries_cursor *cursor)
{
    return read_until(word, cursor, ENDS_NAME);
}

int summaries_read_word(struct summaries_word *word, struct summaries_cursor *cursor)
{
    return read_until(word, cursor, ENDS_WORD);
}

int summaries_read_quoted(struct summaries_word *word, struct summaries_cursor *cursor)
{
    if (!summaries_skip(cursor, '"')) {
        return summaries_fail(cursor, CG_E_FORMAT, "a text in quotes is missing");
    }
    const char *start = cursor->at;
    while (cursor->at < cursor->end && !is_control(*cursor->at) && *cursor->at != '"') {
        cursor->at++;
    }
    if (cursor->at == cursor->end || *cursor->at != '"') {
        return summaries_fail(cursor, CG_E_FORMAT, "the quotes do not end in their line");
    }
    int status = finish_word(word, cursor, start);
    cursor->at += !status;
    return status;
}

bool summaries_word_is(struct summaries_word word, const char *string)
{
    return strlen(string) == word.length && memcmp(string, word.bytes, word.length) == 0;
}

bool summaries_word_number(uint32_t *number, struct summaries_word word, uint32_t limit)
{
    uint64_t value = 0;
    bool is = cg_read_digits(&value, word.bytes, word.length, limit);
    *number = (uint32_t)value;
    return is;
}
