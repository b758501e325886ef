/* Numbers and marks of a line. */
#include "profile/callgrind/callgrind.h"
#include "profile/common/profile_number.h"
#include "strings/digits.h"

static bool is_end(char c)
{
    return c == ' ' || c == '\t' || c == '\0';
}

static bool bad_number(struct callgrind_line *line)
{
    int length = (int)strcspn(line->at, " \t");
    return source_fail(line->source, CG_E_FORMAT, "not a number: '%.*s'", length < 40 ? length : 40,
                       line->at);
}

static bool too_large(struct callgrind_line *line)
{
    return source_fail(line->source, CG_E_LIMIT, "a number has more than 64 bits");
}

static bool take_hexadecimal(struct callgrind_line *line, uint64_t *out)
{
    const char *p = line->at + 2;
    uint64_t number = 0;
    int digit;
    for (; (digit = cg_hex_digit(*p)) >= 0; p++) {
        if (number >> 60) {
            return too_large(line);
        }
        number = number << 4 | (unsigned)digit;
    }
    if (p == line->at + 2) {
        return bad_number(line);
    }
    line->at = p;
    *out = number;
    return true;
}

static bool take_decimal(struct callgrind_line *line, uint64_t *out)
{
    const char *end = number_take_whole(line->at, line->end, out);
    if (!end) {
        return cg_is_digit(*line->at) ? too_large(line) : bad_number(line);
    }
    line->at = end;
    return true;
}

bool callgrind_number_slowly(struct callgrind_line *line, uint64_t *out)
{
    bool hexadecimal = line->at[0] == '0' && (line->at[1] == 'x' || line->at[1] == 'X');
    return hexadecimal ? take_hexadecimal(line, out) : take_decimal(line, out);
}

static bool take_subposition(struct callgrind_line *line, uint64_t *at)
{
    char sign = *line->at;
    uint64_t number;
    if (sign == '*') {
        line->at++;
        return true;
    }
    if (sign != '+' && sign != '-') {
        return callgrind_number(line, at);
    }
    line->at++;
    if (!callgrind_number(line, &number)) {
        return false;
    }
    if (sign == '+' ? __builtin_add_overflow(*at, number, at)
                    : __builtin_sub_overflow(*at, number, at)) {
        return source_fail(line->source, CG_E_FORMAT, "the position is before 0 or beyond 2^64");
    }
    return true;
}

bool callgrind_take_position(struct callgrind_line *line, struct callgrind_position *position)
{
    for (unsigned i = 0; i < position->count; i++) {
        callgrind_blanks(line);
        if (!take_subposition(line, &position->at[i])) {
            return false;
        }
        if (!is_end(*line->at)) {
            return bad_number(line);
        }
    }
    if (position->line < position->count && position->at[position->line] > UINT32_MAX) {
        return source_fail(line->source, CG_E_LIMIT, "the line number has more than 32 bits");
    }
    return true;
}

/* Values by other tools: fractions, exponents, and freed memory. */
static bool take_real(struct callgrind_line *line, double *out)
{
    bool negative = *line->at == '-';
    const char *end = number_take(line->at + negative, line->end, out, NULL);
    if (!end || !is_end(*end)) {
        return bad_number(line);
    }
    *out = negative ? -*out : *out;
    line->at = end;
    return true;
}

static bool take_cost(struct callgrind_line *line, double *out, bool *whole)
{
    const char *begin = line->at;
    uint64_t number;
    if (cg_is_digit(*begin)) {
        if (!callgrind_number(line, &number)) {
            return false;
        }
        *out = (double)number;
        if (is_end(*line->at)) {
            return true;
        }
        line->at = begin;
    }
    *whole = false;
    return take_real(line, out);
}

uint32_t callgrind_take_costs(struct callgrind_line *line, double *values, uint32_t most,
                              bool *whole)
{
    uint32_t count = 0;
    for (callgrind_blanks(line); line->at < line->end; callgrind_blanks(line)) {
        if (count == most) {
            source_fail(line->source, CG_E_FORMAT, "more costs than the %u of 'events:'", most);
            return UINT32_MAX;
        }
        if (!take_cost(line, &values[count++], whole)) {
            return UINT32_MAX;
        }
    }
    return count;
}
