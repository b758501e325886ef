/* Writes numbers that read back as the same. */
#include "cli.h"

#include <math.h>
#include <string.h>

#define MOST_DIGITS 17 /* every double reads back from this many digits */

#define MOST_EXACT 1e15 /* whole numbers below have at most 15 digits */

/* Writes fixed notation: 0.001234 from "1234" and -3, 123400 from "1234" and 5. */
static void place_point(char *out, const char *digits, int count, int exponent)
{
    for (int i = exponent < 0 ? exponent : 0; i < count || i <= exponent; i++) {
        if (i == exponent + 1 && exponent >= 0) {
            *out++ = '.';
        }
        *out++ = i >= 0 && i < count ? digits[i] : '0';
        if (i == exponent && exponent < 0) {
            *out++ = '.';
        }
    }
    *out = '\0';
}

/* Rounds to a number of digits and drops trailing zeros. @return how many are left */
static int find_digits(char digits[MOST_DIGITS], int *exponent, double value, int wanted)
{
    char format[8], text[40];
    int count = 0;
    g_snprintf(format, sizeof format, "%%.%de", wanted - 1);
    g_ascii_formatd(text, sizeof text, format, value);
    for (const char *c = text; *c != 'e'; c++) {
        if (g_ascii_isdigit(*c)) {
            digits[count++] = *c;
        }
    }
    *exponent = (int)g_ascii_strtoll(strchr(text, 'e') + 1, NULL, 10);
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    return count;
}

/* Uses the fewest digits that read back, at most `most`. */
static bool print_number(char out[CLI_DOUBLE_LENGTH], double value, int least, int most)
{
    char digits[MOST_DIGITS];
    int exponent;
    if (!isfinite(value)) {
        g_strlcpy(out, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf", CLI_DOUBLE_LENGTH);
        return false;
    }
    for (int wanted = least; wanted <= most; wanted++) {
        int count = find_digits(digits, &exponent, fabs(value), wanted);
        out[0] = '-';
        place_point(out + (value < 0), digits, count, exponent);
        if (g_ascii_strtod(out, NULL) == value) {
            break;
        }
    }
    return true;
}

bool cli_double(char out[CLI_DOUBLE_LENGTH], double value)
{
    if (fabs(value) < MOST_EXACT && value == trunc(value)) {
        g_snprintf(out, CLI_DOUBLE_LENGTH, "%" G_GINT64_FORMAT, (gint64)value);
        return true;
    }
    return print_number(out, value, MOST_DIGITS - 2, MOST_DIGITS);
}

bool cli_double_rounded(char out[CLI_DOUBLE_LENGTH], double value, int digits)
{
    return print_number(out, value, digits, digits);
}
