/* Conversion of numbers between double and JSON, independent of the program's locale. */
#include "strings/text.h"

#include <libcg/value.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/** Longest number that is converted. */
#define LONGEST 1000u

/* glibc has the locale "C" built in: nothing is allocated, so nothing needs to be released. */
static locale_t no_locale(void)
{
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

bool cg_value_number(double *out, const struct cg_value *value)
{
    char text[LONGEST + 1];
    enum cg_value_type type = cg_value_type(value);
    if ((type != CG_VALUE_INTEGER && type != CG_VALUE_REAL) || value->length > LONGEST) {
        return false;
    }
    memcpy(text, value->text, value->length);
    text[value->length] = '\0';
    double number = strtod_l(text, NULL, no_locale());
    if (!isfinite(number)) {
        return false;
    }
    *out = number;
    return true;
}

static void print_shortest(char *text, size_t size, double number)
{
    locale_t before = uselocale(no_locale());
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, number);
        if (strtod_l(text, NULL, no_locale()) == number) {
            break;
        }
    }
    uselocale(before);
}

int cg_text_append_number(struct cg_text *text, double number)
{
    char digits[40];
    if (number == floor(number) && fabs(number) < 0x1p53) {
        snprintf(digits, sizeof digits, "%lld", (long long)number);
    } else {
        print_shortest(digits, sizeof digits, number);
    }
    cg_text_add(text, digits);
    return text->failed ? CG_E_MEMORY : CG_OK;
}
