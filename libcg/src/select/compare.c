/* Metadata compared with a value. */
#include "base/error.h"
#include "query/common/query_internal.h"
#include "select/quantity.h"
#include "select/selector.h"
#include "strings/bounded_regex.h"
#include "strings/decimal.h"
#include "strings/text.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include <libcg/inclusive.h>
#include <libcg/metadata.h>
#include <libcg/value.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMBER_LENGTH 100

/* The value of a comparison, decoded once. */
struct wanted {
    enum select_comparison comparison;
    const char *text;
    double number;
    bool is_number;
    bool other_unit;           /* the value has a unit of something else */
    enum quantity_kind kind;   /* of the value, then */
    enum quantity_kind metric; /* of the numbers, then */
    regex_t regex;
    bool numbers;               /* were met */
    bool others;                /* were met */
    bool objects;               /* were met, and nothing else */
    char member[MEMBER_LENGTH]; /* of such an object; "": none */
    struct cg_text string;      /* what is compared, decoded */
};

/* Of a percentage the number becomes that part of the whole. */
static int take_part(struct wanted *w, const struct cg_selector *s, const struct select_step *step,
                     struct cg_error *error)
{
    double whole;
    int status = cg_metadata_whole(&whole, s->graph, step->text, error);
    if (!status) {
        w->number *= whole / 100;
    }
    return status;
}

/* Of a number with a unit, the number in the unit of the metric. */
static int take_quantity(struct wanted *w, const struct cg_selector *s,
                         const struct select_step *step, struct cg_error *error)
{
    char *unit;
    if (!quantity_read(&w->number, &w->kind, step->value)) {
        return CG_OK;
    }
    int status = cg_metadata_unit(&unit, s->graph, CG_ON_NODE, step->text, error);
    if (!status) {
        w->metric = quantity_kind_of(unit);
        w->is_number = w->metric == w->kind;
        w->other_unit = !w->is_number;
        free(unit);
    }
    return status;
}

static int prepare_wanted(struct wanted *w, const struct cg_selector *s,
                          const struct select_step *step, struct cg_error *error)
{
    *w = (struct wanted){.comparison = step->comparison, .text = step->value};
    if (step->comparison == COMPARE_TRUE) {
        return CG_OK;
    }
    if (step->comparison == COMPARE_MATCHES) {
        return bounded_regex_compile(&w->regex, step->value, error);
    }
    w->is_number = quantity_number(&w->number, step->value, strlen(step->value));
    if (!w->is_number) {
        return take_quantity(w, s, step, error);
    }
    return step->number & MEASURE_PERCENT ? take_part(w, s, step, error) : CG_OK;
}

static bool is_true(const struct cg_value *value)
{
    struct cg_value_walk walk;
    struct cg_value element;
    double number;
    switch (cg_value_type(value)) {
    case CG_VALUE_STRING:
        return value->length > 2;
    case CG_VALUE_ARRAY:
    case CG_VALUE_OBJECT:
        cg_value_walk_start(&walk, value);
        return cg_value_walk_next(&walk, NULL, &element);
    case CG_VALUE_INTEGER:
    case CG_VALUE_REAL:
        return !cg_value_number(&number, value) || number != 0;
    default:
        return cg_value_is_true(value);
    }
}

/* The text of a string, terminated. Failure is remembered in it. */
static const char *text_of(struct cg_text *text, const struct cg_value *string)
{
    cg_text_clear(text);
    json_unescape(text, string->text + 1, string->length - 2);
    cg_text_put(text, "", 1);
    return text->failed ? "" : text->bytes;
}

/* Whether a value is less, equal or greater; false if they cannot be compared. */
static bool order(struct wanted *w, const struct cg_value *value, int *out)
{
    double number;
    switch (cg_value_type(value)) {
    case CG_VALUE_INTEGER:
    case CG_VALUE_REAL:
        if (!w->is_number || !cg_value_number(&number, value)) {
            return false;
        }
        *out = (number > w->number) - (number < w->number);
        return true;
    case CG_VALUE_STRING:
        *out = strcmp(text_of(&w->string, value), w->text);
        return true;
    case CG_VALUE_BOOLEAN:
        *out = strcmp(cg_value_is_true(value) ? "true" : "false", w->text);
        return true;
    default:
        return false;
    }
}

/* Whether a value that is less, equal or greater will do. */
static bool difference_fits(enum select_comparison comparison, int difference)
{
    switch (comparison) {
    case COMPARE_EQUAL:
        return difference == 0;
    case COMPARE_UNEQUAL:
        return difference != 0;
    case COMPARE_LESS:
        return difference < 0;
    case COMPARE_LESS_EQUAL:
        return difference <= 0;
    case COMPARE_GREATER:
        return difference > 0;
    default:
        return difference >= 0;
    }
}

static bool holds_one(struct wanted *w, const struct cg_value *value)
{
    int difference;
    if (w->comparison == COMPARE_TRUE) {
        return is_true(value);
    }
    if (w->comparison == COMPARE_MATCHES) {
        return cg_value_type(value) == CG_VALUE_STRING &&
               regexec(&w->regex, text_of(&w->string, value), 0, NULL, 0) == 0;
    }
    return order(w, value, &difference) && difference_fits(w->comparison, difference);
}

/* For an array one matching element is enough, except for "not equal", where all must match. */
static bool holds(struct wanted *w, const struct cg_value *value)
{
    struct cg_value_walk walk;
    struct cg_value element;
    bool all = w->comparison == COMPARE_UNEQUAL;
    if (cg_value_type(value) != CG_VALUE_ARRAY || w->comparison == COMPARE_TRUE) {
        return holds_one(w, value);
    }
    cg_value_walk_start(&walk, value);
    while (cg_value_walk_next(&walk, NULL, &element)) {
        if (holds_one(w, &element) != all) {
            return !all;
        }
    }
    return all;
}

static void note_met(struct wanted *w, const struct cg_value *value)
{
    struct cg_value_walk walk;
    struct cg_value key, member;
    bool number = decimal_is(value);
    w->objects = (w->objects || !(w->numbers || w->others)) && json_is(value, '{');
    w->numbers = w->numbers || number;
    w->others = w->others || !number;
    if (w->objects && !w->member[0]) {
        cg_value_walk_start(&walk, value);
        if (cg_value_walk_next(&walk, &key, &member)) {
            snprintf(w->member, sizeof w->member, "%s", text_of(&w->string, &key));
        }
    }
}

static int compare_node(const struct cg_selector *s, cg_node node, const char *path,
                        struct wanted *w, bool *out, struct cg_error *error)
{
    struct cg_value value;
    char *buffer = NULL;
    bool has = cg_metadata_at(&value, s->graph, CG_ON_NODE, node, path, &buffer);
    bool failed = has && !value.text;
    *out = false;
    if (has && !failed) {
        *out = holds(w, &value);
        note_met(w, &value);
    }
    free(buffer);
    return failed || w->string.failed ? cg_fail_memory(error) : CG_OK;
}

/* The kind that a path begins with: keys may contain dots. */
static int note_absent(const struct cg_selector *s, const char *path, struct cg_error *error)
{
    for (cg_node node = 0; strchr(path, '.') && node < s->nodes; node++) {
        if (cg_metadata_has(s->graph, CG_ON_NODE, node, path)) {
            return CG_OK;
        }
    }
    char *key = strndup(path, strcspn(path, "."));
    if (!key) {
        return cg_fail_memory(error);
    }
    selector_note_absent(s, key);
    free(key);
    return CG_OK;
}

static int fail_unit(const struct wanted *w, const char *path, struct cg_error *error)
{
    return cg_fail(error, CG_E_FORMAT, "values of %.100s are %s; %.100s is %s", path,
                   quantity_units(w->metric), w->text, quantity_word(w->kind));
}

/* A number is neither more nor less than a word, and an object neither than anything. */
static int check_value(const struct wanted *w, const char *path, struct cg_error *error)
{
    bool compares = w->comparison != COMPARE_TRUE && w->comparison != COMPARE_MATCHES;
    if (w->objects && w->comparison != COMPARE_TRUE) {
        return cg_fail(error, CG_E_FORMAT,
                       "values of %.100s are objects; compare one of their members, such as "
                       "%.100s.%s",
                       path, path, w->member[0] ? w->member : "MEMBER");
    }
    if (w->other_unit && w->numbers && !w->others) {
        return fail_unit(w, path, error);
    }
    return compares && !w->is_number && w->numbers && !w->others
               ? cg_fail(error, CG_E_FORMAT,
                         "values of %.100s are numbers, which \"%.100s\" is not", path, w->text)
               : CG_OK;
}

static int compare_values(const struct cg_selector *s, const struct select_step *step,
                          struct wanted *w, uint64_t *bits, struct cg_error *error)
{
    int status = CG_OK;
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        bool meant;
        status = compare_node(s, node, step->text, w, &meant, error);
        if (!status && meant) {
            bits_add(bits, node);
        }
    }
    return status ? status : check_value(w, step->text, error);
}

/* Sums */

/* The numbers that are added up. @return CG_E_FORMAT where there are none, but other values */
static int read_numbers(double *values, bool *has, const struct cg_selector *s, const char *path,
                        struct cg_error *error)
{
    char *buffer = NULL;
    bool any = false, others = false, exhausted = false;
    for (cg_node node = 0; node < s->nodes && !exhausted; node++) {
        struct cg_value value;
        has[node] = cg_metadata_number(&values[node], s->graph, CG_ON_NODE, node, path, &buffer);
        any = any || has[node];
        exhausted = has[node] && isnan(values[node]);
        others = others ||
                 (!has[node] && cg_metadata_at(&value, s->graph, CG_ON_NODE, node, path, &buffer));
    }
    free(buffer);
    if (exhausted) {
        return cg_fail_memory(error);
    }
    return any || !others
               ? CG_OK
               : cg_fail(error, CG_E_FORMAT,
                         "inclusive() adds up numbers, which values of %.100s are not", path);
}

static bool sum_holds(const struct wanted *w, double sum)
{
    return w->comparison == COMPARE_TRUE
               ? sum != 0
               : difference_fits(w->comparison, (sum > w->number) - (sum < w->number));
}

static int check_sum(const struct wanted *w, const char *path, struct cg_error *error)
{
    if (cg_metadata_is_inclusive(path)) {
        return cg_fail(error, CG_E_FORMAT,
                       "%.100s is inclusive as it is; leave out inclusive(), or add up what is "
                       "exclusive",
                       path);
    }
    bool compares = w->comparison != COMPARE_TRUE;
    if (w->other_unit) {
        return fail_unit(w, path, error);
    }
    return compares && !w->is_number
               ? cg_fail(error, CG_E_FORMAT, "a sum is compared with a number or a percentage")
               : CG_OK;
}

static int compare_sums(struct cg_selector *s, const struct select_step *step,
                        const struct wanted *w, uint64_t *bits, struct cg_error *error)
{
    double *sums = NULL;
    bool *known = NULL;
    int status = check_sum(w, step->text, error);
    if (!status) {
        status = cg_query_allocate(&sums, s->nodes, sizeof *sums, error);
    }
    if (!status) {
        status = cg_query_allocate(&known, s->nodes, sizeof *known, error);
    }
    if (!status) {
        status = read_numbers(sums, known, s, step->text, error);
    }
    if (!status) {
        status = cg_inclusive_sums(sums, s->graph, sums, CG_CALLEES, error);
    }
    if (!status) {
        status = cg_inclusive_known(known, s->graph, known, error);
    }
    for (cg_node node = 0; !status && node < s->nodes; node++) {
        if (known[node] && sum_holds(w, sums[node])) {
            bits_add(bits, node);
        }
    }
    free(sums);
    free(known);
    return status;
}

int select_compare(struct cg_selector *s, const struct select_step *step, uint64_t *bits,
                   struct cg_error *error)
{
    struct wanted w;
    int status = prepare_wanted(&w, s, step, error);
    if (status) {
        return status;
    }
    status = step->number & MEASURE_INCLUSIVE ? compare_sums(s, step, &w, bits, error)
                                              : compare_values(s, step, &w, bits, error);
    if (w.comparison == COMPARE_MATCHES) {
        regfree(&w.regex);
    }
    cg_text_free(&w.string);
    return status ? status : note_absent(s, step->text, error);
}
