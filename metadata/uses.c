/* The kind that says what functions mention besides functions. The words of a text are places: they
 * form a set, in order of their numbers. */
#include "builtin.h"
#include "shape_check.h"

#include <stdlib.h>
#include <string.h>

CHECK_VALUES(check_words, check_string)
CHECK_VALUES(check_mentions, check_words)
CHECK_VALUES(check_owners, check_mentions)
CHECK_VALUES(check_needs, check_owners)
CHECK_OBJECT(check_definitions, {"at", check_mentions, false}, {"uses", check_needs, false})

static int check_uses(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    return place == CG_ON_GRAPH ? check_definitions(value, place, error)
                                : check_owners(value, place, error);
}

/* Words */

struct word {
    const char *text;
    size_t length;
};

static size_t span(const struct word *word, size_t from, bool digits)
{
    size_t at = from;
    while (at < word->length && (word->text[at] >= '0' && word->text[at] <= '9') == digits) {
        at++;
    }
    return at;
}

static int compare_bytes(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

/* By what is before the number, the number, and all of the text. */
static int compare_words(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    size_t i = span(x, 0, false), k = span(y, 0, false);
    int order = compare_bytes(x->text, i, y->text, k);
    size_t i_end = span(x, i, true), k_end = span(y, k, true);
    while (i < i_end && x->text[i] == '0') {
        i++;
    }
    while (k < k_end && y->text[k] == '0') {
        k++;
    }
    if (!order && i_end - i != k_end - k) {
        return i_end - i < k_end - k ? -1 : 1;
    }
    order = order ? order : compare_bytes(x->text + i, i_end - i, y->text + k, k_end - k);
    return order ? order : compare_bytes(x->text, x->length, y->text, y->length);
}

/* The words of a JSON string, without its quotes. @return the number of all words */
static size_t split_words(struct word *words, size_t count, const struct cg_value *value)
{
    const char *at = value->text + 1, *end = value->text + value->length - 1;
    while (at < end) {
        const char *blank = memchr(at, ' ', (size_t)(end - at));
        const char *stop = blank ? blank : end;
        if (stop > at) {
            words[count++] = (struct word){at, (size_t)(stop - at)};
        }
        at = stop + 1;
    }
    return count;
}

static int put_words(struct cg_text *out, const struct word *words, size_t count)
{
    int status = cg_text_append(out, "\"", 1);
    bool any = false;
    for (size_t i = 0; i < count && !status; i++) {
        if (i > 0 && compare_words(&words[i - 1], &words[i]) == 0) {
            continue;
        }
        status = any ? cg_text_append(out, " ", 1) : CG_OK;
        status = status ? status : cg_text_append(out, words[i].text, words[i].length);
        any = true;
    }
    return status ? status : cg_text_append(out, "\"", 1);
}

/* Merging */

static bool is_text(const struct cg_value *value)
{
    return cg_value_type(value) == CG_VALUE_STRING;
}

static int meet(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                struct cg_error *error)
{
    struct word *words = malloc((a->length + b->length) * sizeof *words);
    (void)error;
    if (!words) {
        return CG_E_MEMORY;
    }
    size_t count = split_words(words, split_words(words, 0, a), b);
    qsort(words, count, sizeof *words, compare_words);
    int status = put_words(out, words, count);
    free(words);
    return status;
}

static int merge(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = is_text, .meet = meet};
    return cg_merge_members(out, m, &how, error);
}

const struct cg_metadata_kind metadata_uses[] = {
    {KIND(CG_KEY_USES, CG_ON_NODE | CG_ON_GRAPH, "custom", check_uses,
          "macros, types, enumerators, fields and variables that the function uses; where they are "
          "defined"),
     .merge = merge, .collector = "cgcollect", .digits_alike = true},
    {0},
};
