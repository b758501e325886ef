/*
 * Interns operands as pointer facts spell them, and refuses slots that mean something only within
 * one function.
 */
#include "summaries/summaries_operand.h"

#include "base/error.h"
#include "summaries/summaries_parse.h"

int summaries_keep(const char **text, struct cg_pool *strings, struct summaries_word word,
                   struct cg_error *error)
{
    uint32_t string = cg_pool_intern(strings, word.bytes, word.length);
    if (string == CG_NO_STRING) {
        return cg_fail_memory(error);
    }
    *text = cg_pool_string(strings, string);
    return CG_OK;
}

static int fail_operand(const struct summaries_cursor *cursor, const char *what)
{
    return summaries_fail(cursor, CG_E_FORMAT, "%s", what);
}

/* Whether a word is a number; dots after it mean "and those that follow". */
static bool is_argument(struct summary_operand *operand, struct summaries_word word)
{
    operand->kind = SUMMARY_ARGUMENT;
    if (word.length > 3 && memcmp(word.bytes + word.length - 3, "...", 3) == 0) {
        operand->kind = SUMMARY_VARIADIC;
        word.length -= 3;
    }
    return summaries_word_number(&operand->index, word, SUMMARIES_LIMIT_ARGUMENT);
}

static bool is_keyword(struct summary_operand *operand, struct summaries_word word)
{
    if (summaries_word_is(word, "result")) {
        operand->kind = SUMMARY_RESULT;
    } else if (summaries_word_is(word, "new")) {
        operand->kind = SUMMARY_NEW;
    } else if (summaries_word_is(word, "unknown")) {
        operand->kind = SUMMARY_UNKNOWN;
    } else if (summaries_word_is(word, "-")) {
        operand->kind = SUMMARY_NOTHING;
    } else {
        return false;
    }
    return true;
}

/* Whether a word ends in a mark and a number, after other text. */
static bool ends_in_number(struct summaries_word word, char mark)
{
    const char *found = memrchr(word.bytes, mark, word.length);
    if (!found || found == word.bytes + 1) {
        return false;
    }
    uint32_t number;
    const char *digits = found + 1;
    struct summaries_word rest = {digits, word.length - (size_t)(digits - word.bytes)};
    return summaries_word_number(&number, rest, UINT32_MAX);
}

/* Slots of docs/pointer-facts.md with the same meaning for every call. */
static bool is_slot(struct summaries_word word, bool behind_address)
{
    if (word.length < 1) {
        return false;
    }
    switch (word.bytes[0]) {
    case 'i':
    case 'b':
    case 'u':
        return word.length == 1;
    case 'f':
        return ends_in_number(word, '+');
    case 'p':
        return ends_in_number(word, '#');
    case 'F':
        return behind_address && word.length > 1;
    case 'g':
    case 'r':
    case 'v':
        return word.length > 1;
    default:
        return false;
    }
}

static int read_slot(struct summary_operand *operand, const struct summaries_cursor *cursor,
                     struct cg_pool *strings, struct summaries_word word)
{
    operand->kind = SUMMARY_SLOT;
    struct summaries_word slot = word;
    bool address = word.length && word.bytes[0] == '&';
    if (address) {
        slot.bytes++;
        slot.length--;
    }
    if (!is_slot(slot, address)) {
        return fail_operand(cursor, word.length ? "no operand" : "an operand is missing");
    }
    if (address && operand->deref) {
        return fail_operand(cursor, "what an address points at is the slot itself");
    }
    return summaries_keep(&operand->text, strings, word, cursor->error);
}

static int read_reason(struct summary_operand *operand, struct summaries_cursor *cursor)
{
    static const char *const reasons[] = {CG_UNKNOWN_NOT_COLLECTED, CG_UNKNOWN_LIBRARY,
                                          CG_UNKNOWN_DLSYM,         CG_UNKNOWN_INTEGER,
                                          CG_UNKNOWN_ASSEMBLY,      CG_UNKNOWN_NO_FACTS};
    struct summaries_word word;
    struct summaries_cursor start = *cursor;
    int status = summaries_read_quoted(&word, cursor);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (summaries_word_is(word, reasons[i])) {
            operand->text = reasons[i];
            return CG_OK;
        }
    }
    *cursor = start;
    return fail_operand(cursor, "not a reason for an unknown value");
}

int summaries_read_operand_from(struct summary_operand *operand, struct summaries_cursor *cursor,
                                struct cg_pool *strings, struct summaries_word word)
{
    *operand = (struct summary_operand){0};
    if (!word.length && summaries_skip(cursor, '*')) {
        operand->deref = true;
        int status = summaries_read_word(&word, cursor);
        if (status) {
            return status;
        }
    }
    if (is_argument(operand, word)) {
        return CG_OK;
    }
    if (!word.length && summaries_skip_blanks(cursor) && *cursor->at == '"') {
        int status = summaries_read_quoted(&word, cursor);
        return status ? status : read_slot(operand, cursor, strings, word);
    }
    if (!is_keyword(operand, word)) {
        return read_slot(operand, cursor, strings, word);
    }
    if (operand->deref && operand->kind != SUMMARY_RESULT) {
        return fail_operand(cursor, "this points at nothing");
    }
    return operand->kind == SUMMARY_UNKNOWN ? read_reason(operand, cursor) : CG_OK;
}

int summaries_read_operand(struct summary_operand *operand, struct summaries_cursor *cursor,
                           struct cg_pool *strings)
{
    struct summaries_word word;
    int status = summaries_read_word(&word, cursor);
    return status ? status : summaries_read_operand_from(operand, cursor, strings, word);
}
