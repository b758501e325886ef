/*
 * The kind `estimateCallCount`: how often a function calls each callee, estimated from loops and
 * branches.
 */
#include "metadata/calls/call_kinds.h"

#include <write/json_text.h>

#include <stdlib.h>
#include <string.h>

#include <libcg/kinds.h>

#include "metadata/common/callees.h"

/** Append a number if it is an integer, or one halved a few times, as most are. @return whether it
 *  is */
static bool print_halves(GString *out, double value)
{
    double parts = value * 64;
    int64_t count = parts >= 1 && parts < 1e9 ? (int64_t)parts : 0;
    if (count == 0 || (double)count != parts) {
        return false;
    }
    json_text_add_number(out, count / 64);
    g_string_append_c(out, '.');
    int64_t rest = count % 64 * (1000000 / 64);
    int64_t place = 100000;
    do {
        g_string_append_c(out, (char)('0' + rest / place));
        rest %= place;
        place /= 10;
    } while (rest > 0);
    return true;
}

/** Append the shortest decimal number that reads back as the value, with a point or an exponent. */
static void print_number(GString *out, double value)
{
    static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    if (print_halves(out, value)) {
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_ascii_formatd(text, sizeof text, formats[i], value);
        if (g_ascii_strtod(text, NULL) == value) {
            break;
        }
    }
    g_string_append(out, text);
    if (!strpbrk(text, ".e")) {
        g_string_append(out, ".0");
    }
}

static void print_estimates(GString *out, const struct callee *callee)
{
    json_text_add_string(out, callee->name);
    g_string_append(out, ":[[");
    print_number(out, callee->times);
    g_string_append(out, ",\"\"]]");
}

static int write_estimates(const struct rendering *r, struct cg_error *error)
{
    static const char *const frame[2] = {"{\"calls\":{", "},\"codeRegions\":{}}"};
    return write_callees(r, CG_KEY_ESTIMATE_CALL_COUNT, frame, print_estimates, error);
}

const struct collected_kind kind_estimate_call_count = {
    .key = CG_KEY_ESTIMATE_CALL_COUNT,
    .description = "for each callee, an estimate of how often it is called",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_estimates,
};
