/* Quantities in units that people read. */
#include "cli.h"

#include <math.h>
#include <string.h>

#define DIGITS 3         /* that count, where a unit is chosen */
#define MOST_PLAIN 1e5   /* whole numbers below are counts that people read as they are */
#define PLAIN_DIGITS 6   /* of what is no whole number */
#define MOST_SECONDS 120 /* more are minutes */
#define MOST_MINUTES 120 /* more are hours */

struct scale {
    double size;
    const char *unit;
};

static const struct scale times[] = {
    {1e-9, "ns"}, {1e-6, "\xc2\xb5s"}, {1e-3, "ms"}, {1, "s"}, {0, NULL}};
static const struct scale bytes[] = {{1, "bytes"}, {1e3, "kB"},  {1e6, "MB"},
                                     {1e9, "GB"},  {1e12, "TB"}, {0, NULL}};
static const struct scale counts[] = {{1, ""},    {1e3, "k"},  {1e6, "M"},
                                      {1e9, "G"}, {1e12, "T"}, {0, NULL}};

/* "12.3 MB": in the largest unit of which there is one, once rounded. */
static char *scaled(double value, const struct scale *scale)
{
    char text[CLI_DOUBLE_LENGTH];
    while (scale[1].unit && fabs(value) >= scale[1].size * (1 - 0.5e-3)) {
        scale++;
    }
    double number = value / scale->size;
    if (fabs(number) < 1000) {
        cli_double_rounded(text, number, DIGITS);
    } else {
        cli_double(text, rint(number));
    }
    return g_strdup_printf("%s %s", text, scale->unit);
}

static char *seconds(double value)
{
    if (fabs(value) < MOST_SECONDS) {
        return value == 0 ? g_strdup("0 s") : scaled(value, times);
    }
    const char *sign = value < 0 ? "-" : "";
    double whole = rint(fabs(value)), minutes = floor(whole / 60);
    return minutes < MOST_MINUTES
               ? g_strdup_printf("%s%.0f min %.0f s", sign, minutes, whole - 60 * minutes)
               : g_strdup_printf("%s%.0f h %.0f min", sign, floor(minutes / 60),
                                 minutes - 60 * floor(minutes / 60));
}

static char *shown_count(double value)
{
    char text[CLI_DOUBLE_LENGTH];
    if (value == rint(value) && fabs(value) < MOST_PLAIN) {
        cli_double(text, value);
    } else if (fabs(value) < MOST_PLAIN) {
        cli_double_rounded(text, value, PLAIN_DIGITS);
    } else {
        return scaled(value, counts);
    }
    return g_strdup(text);
}

static bool is_one_of(const char *unit, const char *const *words)
{
    return unit && g_strv_contains(words, unit);
}

char *cli_quantity(double value, const char *unit)
{
    static const char *const of_time[] = {"sec", "s", NULL};
    static const char *const of_size[] = {"bytes", "byte", "B", NULL};
    static const char *const of_count[] = {"", "occ", "#", NULL};
    if (!isfinite(value)) {
        return g_strdup(isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    }
    if (is_one_of(unit, of_time)) {
        return seconds(value);
    }
    if (is_one_of(unit, of_size)) {
        return value == 1 ? g_strdup("1 byte") : scaled(value, bytes);
    }
    char *number = shown_count(value);
    if (!unit || is_one_of(unit, of_count)) {
        return number;
    }
    char *text = g_strdup_printf("%s %s", number, unit);
    g_free(number);
    return text;
}
