/* The table of units. Numbers in front of them are read as JSON has them. */
#include "select/quantity.h"

#include "json/json_walk.h"
#include "json/scanner.h"

#include <libcg/value.h>

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_DIGITS 64 /* in front of a unit */

/* A unit is `times` / `parts` of the base: dividing is exact where multiplying by 1e-3 is not. */
static const struct {
    const char *word;
    enum quantity_kind kind;
    double times;
    double parts;
} units[] = {
    {"ns", QUANTITY_TIME, 1, 1e9},        {"us", QUANTITY_TIME, 1, 1e6},
    {"\xc2\xb5s", QUANTITY_TIME, 1, 1e6}, {"\xce\xbcs", QUANTITY_TIME, 1, 1e6},
    {"ms", QUANTITY_TIME, 1, 1e3},        {"s", QUANTITY_TIME, 1, 1},
    {"sec", QUANTITY_TIME, 1, 1},         {"min", QUANTITY_TIME, 60, 1},
    {"h", QUANTITY_TIME, 3600, 1},        {"B", QUANTITY_SIZE, 1, 1},
    {"byte", QUANTITY_SIZE, 1, 1},        {"bytes", QUANTITY_SIZE, 1, 1},
    {"kB", QUANTITY_SIZE, 1e3, 1},        {"MB", QUANTITY_SIZE, 1e6, 1},
    {"GB", QUANTITY_SIZE, 1e9, 1},        {"TB", QUANTITY_SIZE, 1e12, 1},
    {"KiB", QUANTITY_SIZE, 0x1p10, 1},    {"MiB", QUANTITY_SIZE, 0x1p20, 1},
    {"GiB", QUANTITY_SIZE, 0x1p30, 1},    {"TiB", QUANTITY_SIZE, 0x1p40, 1},
    {"k", QUANTITY_COUNT, 1e3, 1},        {"M", QUANTITY_COUNT, 1e6, 1},
    {"G", QUANTITY_COUNT, 1e9, 1},        {"T", QUANTITY_COUNT, 1e12, 1},
};

/* @return COUNT(units) if the text is none */
static size_t find_unit(const char *text, size_t length)
{
    size_t i = 0;
    while (i < COUNT(units) &&
           (strlen(units[i].word) != length || memcmp(units[i].word, text, length) != 0)) {
        i++;
    }
    return i;
}

bool quantity_is_unit(const char *text, size_t length)
{
    return find_unit(text, length) < COUNT(units);
}

bool quantity_number(double *out, const char *text, size_t length)
{
    const struct cg_value value = json_trim(text, length);
    return json_check(text, length, NULL) == CG_OK && cg_value_number(out, &value);
}

bool quantity_read(double *number, enum quantity_kind *kind, const char *text)
{
    size_t digits = strspn(text, "+-.0123456789eE");
    const char *word = text + digits + strspn(text + digits, " \t");
    size_t unit = find_unit(word, strlen(word));
    double value;
    if (unit == COUNT(units) || digits > MOST_DIGITS || !quantity_number(&value, text, digits)) {
        return false;
    }
    *number = value * units[unit].times / units[unit].parts;
    *kind = units[unit].kind;
    return true;
}

enum quantity_kind quantity_kind_of(const char *unit)
{
    size_t i = unit ? find_unit(unit, strlen(unit)) : COUNT(units);
    bool base = i < COUNT(units) && units[i].times == 1 && units[i].parts == 1;
    return base ? units[i].kind : QUANTITY_COUNT;
}

const char *quantity_word(enum quantity_kind kind)
{
    return kind == QUANTITY_TIME ? "a time" : kind == QUANTITY_SIZE ? "a size" : "a count";
}

const char *quantity_units(enum quantity_kind kind)
{
    return kind == QUANTITY_TIME   ? "times (ns, us, ms, s, min, h)"
           : kind == QUANTITY_SIZE ? "sizes (B, kB, MB, GB, TB, KiB, MiB, GiB, TiB)"
                                   : "counts (k, M, G, T)";
}
