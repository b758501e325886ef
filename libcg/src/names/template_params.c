/*
 * Takes a name apart into identifiers, lambdas, marks and the rest, and writes it without
 * declarations or compares two names so.
 */
#include "names/template_params.h"

#include "strings/digits.h"

#include <string.h>

static const char digits[] = "0123456789";

/* Length of the mark at `at`: Ty, Tn, Tt, and Tp before that of a pack. */
static size_t mark_length(const char *at)
{
    size_t pack = strncmp(at, "Tp", 2) == 0 ? 2 : 0;
    bool mark = at[pack] == 'T' && at[pack + 1] && strchr("ynt", at[pack + 1]);
    return mark ? pack + 2 : 0;
}

/* Length of the identifier at `at`, number included; of another number, its own. */
static size_t identifier_length(const char *name, size_t at)
{
    uint64_t number;
    size_t left = strlen(name + at);
    size_t count = cg_take_digits(&number, NULL, name + at, left, UINT32_MAX);
    bool literal = at >= 2 && name[at - 2] == 'L' && name[at - 1] >= 'a' && name[at - 1] <= 'z';
    bool other = literal || strchr("STA_", name[at - 1]);
    return other || count + number > left ? count : count + (size_t)number;
}

/* Length of the lambda or unnamed class at `at`: `UlvE4_`, `Ut0_`, `3$_6`. */
static size_t lambda_length(const char *at)
{
    size_t number = strspn(at, digits);
    if (number && strncmp(at + number, "$_", 2) == 0) {
        return number + 2 + strspn(at + number + 2, digits);
    }
    size_t unnamed = strncmp(at, "Ut", 2) == 0 ? 2 + strspn(at + 2, digits) : 0;
    if (unnamed && at[unnamed] == '_') {
        return unnamed + 1;
    }
    const char *end = strncmp(at, "Ul", 2) == 0 ? strchr(at, 'E') : NULL;
    while (end && end[1 + strspn(end + 1, digits)] != '_') {
        end = strchr(end + 1, 'E');
    }
    return end ? (size_t)(end - at) + 2 + strspn(end + 1, digits) : 0;
}

/** A part of a linkage name, as far as declarations need it. */
struct part {
    size_t length;
    bool lambda; /**< or unnamed class */
    bool marks;  /**< begins a declaration */
};

static struct part part_at(const char *name, size_t at)
{
    size_t lambda = lambda_length(name + at);
    bool number = at && strchr(digits, name[at]);
    size_t length = lambda ? lambda : number ? identifier_length(name, at) : 1;
    return (struct part){length, lambda > 0, !lambda && !number && mark_length(name + at)};
}

size_t declared_start(const char *name)
{
    for (size_t at = 0; name[at];) {
        struct part part = part_at(name, at);
        if (part.marks) {
            return at;
        }
        at += part.length;
    }
    return 0;
}

size_t declared_normal(struct cg_text *out, const char *name)
{
    size_t before = 0;
    for (size_t at = 0; name[at];) {
        struct part part = part_at(name, at);
        bool variant =
            name[at] == 'C' && name[at + 1] && strchr("123", name[at + 1]) && name[at + 2] == 'I';
        before = !before && part.marks ? out->length : before;
        part.length = variant ? 2 : part.length;
        const char *text = part.lambda ? "$" : variant ? "C1" : name + at;
        cg_text_put(out, text, part.lambda ? 1 : part.length);
        at += part.length;
    }
    return before;
}

/* Without `S1_`, `T_`: references to earlier parts. */
static void put_unnumbered(struct cg_text *out, const char *text)
{
    static const char marks[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    while (*text) {
        size_t length = strchr("ST", *text) ? 1 + strspn(text + 1, marks) : 0;
        bool reference = length && text[length] == '_';
        cg_text_put(out, text, !reference);
        text += reference ? length + 1 : 1;
    }
    cg_text_put(out, "", 1);
}

static size_t count_marks(const char *text)
{
    size_t count = 0;
    for (; *text; text++) {
        count += strncmp(text, "Tn", 2) == 0 || strncmp(text, "Ty", 2) == 0;
    }
    return count;
}

static bool is_thinned(const char *text, const char *of)
{
    for (; *of && *text; of++) {
        text += *of == *text;
    }
    return !*text;
}

/* After a single declaration everything must be equal; between several declarations are the
 * arguments. */
int declared_same(const char *plain, const char *declared)
{
    struct cg_text wanted = {0}, have = {0};
    put_unnumbered(&wanted, plain);
    put_unnumbered(&have, declared);
    bool failed = wanted.failed || have.failed;
    bool same = !failed && wanted.length <= have.length &&
                memcmp(have.bytes + have.length - wanted.length, wanted.bytes, wanted.length) == 0;
    same = same || (!failed && count_marks(declared) > 1 && is_thinned(wanted.bytes, have.bytes));
    cg_text_free(&wanted);
    cg_text_free(&have);
    return failed ? -1 : same;
}
