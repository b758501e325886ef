/*
 * Sorts the rules by how they can be found: exact names by search, those with a longest plain text
 * (anchor) by substrings.h, the rest one by one. The last rule that fits decides, so search goes
 * from the end.
 */
#include "filters/filter_rules.h"

#include "base/error.h"
#include "base/memory.h"
#include "filters/substrings.h"
#include "names/spelling.h"
#include "query/common/query_internal.h"
#include "strings/bounded_regex.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* Adding */

static const char *specials(enum filter_style style)
{
    switch (style) {
    case FILTER_GLOB:
        return "*?[";
    case FILTER_REGEX:
        return "*.+?()[]{}|^$";
    case FILTER_TAU_GLOB:
        return "#?";
    default:
        return NULL;
    }
}

/* The text that a pattern without special characters means; false if it has some. */
static bool make_exact(char *out, const char *text, enum filter_style style)
{
    const char *special = specials(style);
    bool escapes = style != FILTER_TAU_GLOB;
    for (; special && *text; text++) {
        if (*text == '\\' && escapes && text[1]) {
            text++;
        } else if (strchr(special, *text)) {
            return false;
        }
        *out++ = *text;
    }
    *out = '\0';
    return special != NULL;
}

int filter_add(struct filter_reader *reader, bool include, enum filter_subject subject,
               enum filter_style style, const char *text, size_t length)
{
    struct filter_rules *rules = reader->rules;
    char *copy = strndup(text, length), *exact = malloc(length + 1);
    bool grown = copy && exact &&
                 cg_grow(&rules->rules, &rules->capacity, rules->count + 1, sizeof *rules->rules);
    if (!grown) {
        free(copy);
        free(exact);
        return cg_fail_memory(reader->error);
    }
    if (make_exact(exact, copy, style)) {
        style = FILTER_EXACT;
        strcpy(copy, exact);
    }
    free(exact);
    rules->rules[rules->count++] = (struct filter_rule){copy, subject, style, include, rules->line};
    return CG_OK;
}

void filter_clear(struct filter_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        free(rules->rules[i].text);
    }
    free(rules->rules);
}

/* Applying */

/* An exact rule: of equal texts the last decides. */
struct exact {
    const char *text;
    size_t rule;
};

/* The longest text without wildcards of a rule of TAU: only names that have it can fit. Sorted by
 * text; `texts` is the same for substrings_list. */
struct anchor {
    char *text;
    size_t rule;
};

struct matcher {
    const struct filter_rules *rules;
    const struct shown *shown;
    struct exact *exact[FILTER_SUBJECTS]; /* sorted */
    size_t exact_count[FILTER_SUBJECTS];
    const char **substrings[FILTER_SUBJECTS]; /* all exclude */
    size_t substring_count[FILTER_SUBJECTS];
    regex_t *compiled; /* by rule */
    bool *is_compiled;
    struct anchor *anchors;
    const char **anchor_texts;
    size_t anchor_count;
    struct substrings_found anchored;
    size_t *patterns; /* rules that are none of the above */
    size_t pattern_count;
    struct cg_text text;
};

static int compare_exact(const void *a, const void *b)
{
    const struct exact *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->rule > y->rule) - (x->rule < y->rule);
}

/* The rule after the last of an exact text, 0 if there is none. */
static size_t find_exact(const struct matcher *m, enum filter_subject subject, const char *text)
{
    size_t low = 0, high = m->exact_count[subject];
    const struct exact *exact = m->exact[subject];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(exact[middle].text, text) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && strcmp(exact[low - 1].text, text) == 0 ? exact[low - 1].rule + 1 : 0;
}

/* Without backtracking: after a mismatch the last `#` takes one character more. */
static bool fits_tau(const char *pattern, const char *text)
{
    const char *any = NULL, *resume = NULL;
    while (*text) {
        if (*pattern == '#') {
            any = pattern++;
            resume = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (any) {
            pattern = any + 1;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '#') {
        pattern++;
    }
    return *pattern == '\0';
}

static bool rule_fits(const struct matcher *m, size_t rule, const char *text)
{
    const struct filter_rule *r = &m->rules->rules[rule];
    switch (r->style) {
    case FILTER_EXACT:
        return strcmp(r->text, text) == 0;
    case FILTER_GLOB:
        return fnmatch(r->text, text, 0) == 0;
    case FILTER_TAU_GLOB:
        return fits_tau(r->text, text);
    case FILTER_SUBSTRING:
        return strstr(text, r->text) != NULL;
    default:
        return regexec(&m->compiled[rule], text, 0, NULL, 0) == 0;
    }
}

/* The rule after the last of those with an anchor that fits a name. */
static size_t last_anchored(struct matcher *m, const char *text, size_t least)
{
    substrings_list(&m->anchored, m->anchor_texts, m->anchor_count, text);
    for (size_t i = 0; i < m->anchored.count; i++) {
        size_t rule = m->anchors[m->anchored.places[i]].rule;
        least = rule + 1 > least && rule_fits(m, rule, text) ? rule + 1 : least;
    }
    return least;
}

/* The rule after the last that fits a name. */
static size_t last_fit(struct matcher *m, enum filter_subject subject, const char *text,
                       size_t least)
{
    size_t exact = find_exact(m, subject, text);
    least = exact > least ? exact : least;
    if (subject == FILTER_TAU && m->anchor_count > 0) {
        least = last_anchored(m, text, least);
    }
    for (size_t i = m->pattern_count; i-- > 0 && m->patterns[i] + 1 > least;) {
        if (m->rules->rules[m->patterns[i]].subject == subject &&
            rule_fits(m, m->patterns[i], text)) {
            return m->patterns[i] + 1;
        }
    }
    return least;
}

static size_t fit_linkage(struct matcher *m, cg_node node, enum filter_subject subject)
{
    const char *const *others;
    uint32_t count = cg_node_other_names(m->shown->graph, node, &others);
    size_t last = last_fit(m, subject, cg_node_name(m->shown->graph, node), 0);
    for (uint32_t i = 0; i < count; i++) {
        last = last_fit(m, subject, others[i], last);
    }
    return last;
}

static const char *terminated(struct cg_text *text)
{
    cg_text_put(text, "", 1);
    return text->failed ? "" : text->bytes;
}

static const char *simple_name(struct matcher *m, cg_node node)
{
    const char *readable = shown_readable(m->shown, node);
    struct spelling parts = spelling_split(readable, strlen(readable));
    cg_text_clear(&m->text);
    cg_text_put(&m->text, readable + parts.start, parts.name - parts.start);
    return terminated(&m->text);
}

/* A name that TAU shows may have " C" behind it, and no result type. */
static size_t fit_tau(struct matcher *m, cg_node node)
{
    cg_text_clear(&m->text);
    shown_tau(&m->text, m->shown, node);
    size_t last = last_fit(m, FILTER_TAU, terminated(&m->text), 0);
    last = last_fit(m, FILTER_TAU, shown_readable(m->shown, node), last);
    if (!m->shown->readable[node] && m->text.length > 0) {
        m->text.length--;
        cg_text_add(&m->text, " C");
        last = last_fit(m, FILTER_TAU, terminated(&m->text), last);
    }
    return last;
}

static size_t fit_gcc(struct matcher *m, cg_node node)
{
    cg_text_clear(&m->text);
    shown_gcc(&m->text, m->shown, node);
    return last_fit(m, FILTER_GCC, terminated(&m->text), 0);
}

static bool has_rules(const struct matcher *m, enum filter_subject subject)
{
    bool any = m->exact_count[subject] > 0 || m->substring_count[subject] > 0 ||
               (subject == FILTER_TAU && m->anchor_count > 0);
    for (size_t i = 0; i < m->pattern_count && !any; i++) {
        any = m->rules->rules[m->patterns[i]].subject == subject;
    }
    return any;
}

/* Whether the last rule that fits by any name includes a function. */
static bool function_is_in(struct matcher *m, cg_node node)
{
    size_t last = 0, more[FILTER_SUBJECTS] = {0};
    more[FILTER_LINKAGE] = has_rules(m, FILTER_LINKAGE) ? fit_linkage(m, node, FILTER_LINKAGE) : 0;
    more[FILTER_READABLE] = last_fit(m, FILTER_READABLE, shown_readable(m->shown, node), 0);
    if (has_rules(m, FILTER_SIMPLE)) {
        size_t linkage = fit_linkage(m, node, FILTER_SIMPLE);
        more[FILTER_SIMPLE] = last_fit(m, FILTER_SIMPLE, simple_name(m, node), linkage);
    }
    more[FILTER_TAU] = has_rules(m, FILTER_TAU) ? fit_tau(m, node) : 0;
    more[FILTER_GCC] = has_rules(m, FILTER_GCC) ? fit_gcc(m, node) : 0;
    for (size_t i = 0; i < FILTER_FILE; i++) {
        last = more[i] > last ? more[i] : last;
    }
    if (m->substring_count[FILTER_GCC] &&
        substrings_find(m->substrings[FILTER_GCC], m->substring_count[FILTER_GCC], m->text.bytes,
                        NULL)) {
        return false;
    }
    return last ? m->rules->rules[last - 1].include : m->rules->functions;
}

/* A pattern may be of the path as it is in the graph, of its last component, or of a path with
 * directories before it. */
static bool file_is_in(struct matcher *m, cg_node node)
{
    const char *file = cg_node_origin(m->shown->graph, node);
    if (!file) {
        return m->rules->files;
    }
    const char *slash = strrchr(file, '/');
    size_t last = last_fit(m, FILTER_FILE, file, 0);
    last = slash ? last_fit(m, FILTER_FILE, slash + 1, last) : last;
    cg_text_clear(&m->text);
    cg_text_add(&m->text, "/");
    cg_text_add(&m->text, file);
    last = last_fit(m, FILTER_FILE, terminated(&m->text), last);
    if (m->substring_count[FILTER_FILE] &&
        substrings_find(m->substrings[FILTER_FILE], m->substring_count[FILTER_FILE], file, NULL)) {
        return false;
    }
    return last ? m->rules->rules[last - 1].include : m->rules->files;
}

/* Preparing */

static int compile(struct matcher *m, size_t rule, struct cg_error *error)
{
    const struct filter_rule *r = &m->rules->rules[rule];
    struct cg_text text = {0};
    cg_text_add(&text, r->style == FILTER_REGEX ? "^(" : "");
    for (const char *at = r->text; *at; at++) {
        bool star = *at == '*' && r->style == FILTER_REGEX;
        cg_text_add(&text, star ? "." : "");
        cg_text_put(&text, at, 1);
        if (*at == '\\' && at[1]) {
            cg_text_put(&text, ++at, 1);
        }
    }
    cg_text_add(&text, r->style == FILTER_REGEX ? ")$" : "");
    const char *pattern = terminated(&text);
    int status = text.failed ? cg_fail_memory(error)
                             : bounded_regex_compile(&m->compiled[rule], pattern, error);
    if (status == CG_E_FORMAT && error) {
        struct cg_error found = *error;
        status = cg_fail_at(error, CG_E_FORMAT, m->rules->name, r->line, 0, "%s", found.text);
    }
    m->is_compiled[rule] = !status;
    cg_text_free(&text);
    return status;
}

/* @return false: the rule has none */
static bool add_anchor(struct matcher *m, size_t rule, bool *failed)
{
    const char *text = m->rules->rules[rule].text, *best = text;
    size_t longest = 0;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "#?");
        best = length > longest ? at : best;
        longest = length > longest ? length : longest;
        at += length;
        at += strspn(at, "#?");
    }
    if (longest == 0) {
        return false;
    }
    char *copy = strndup(best, longest);
    *failed = !copy;
    if (copy) {
        m->anchors[m->anchor_count++] = (struct anchor){copy, rule};
    }
    return true;
}

static int compare_anchors(const void *a, const void *b)
{
    return strcmp(((const struct anchor *)a)->text, ((const struct anchor *)b)->text);
}

static void sort_anchors(struct matcher *m)
{
    if (m->anchor_count > 0) {
        qsort(m->anchors, m->anchor_count, sizeof *m->anchors, compare_anchors);
    }
    for (size_t i = 0; i < m->anchor_count; i++) {
        m->anchor_texts[i] = m->anchors[i].text;
    }
}

static int sort_rule(struct matcher *m, size_t rule, struct cg_error *error)
{
    const struct filter_rule *r = &m->rules->rules[rule];
    bool failed = false;
    if (r->style == FILTER_TAU_GLOB && r->subject == FILTER_TAU && add_anchor(m, rule, &failed)) {
        return failed ? cg_fail_memory(error) : CG_OK;
    }
    if (r->style == FILTER_EXACT) {
        m->exact[r->subject][m->exact_count[r->subject]++] = (struct exact){r->text, rule};
    } else if (r->style == FILTER_SUBSTRING) {
        m->substrings[r->subject][m->substring_count[r->subject]++] = r->text;
    } else {
        m->patterns[m->pattern_count++] = rule;
    }
    return r->style == FILTER_REGEX || r->style == FILTER_SEARCH ? compile(m, rule, error) : CG_OK;
}

static int allocate_anchors(struct matcher *m, struct cg_error *error)
{
    size_t count = m->rules->count;
    struct substrings_found *found = &m->anchored;
    int status = cg_query_allocate(&m->anchors, count, sizeof *m->anchors, error);
    if (!status) {
        status = cg_query_allocate(&m->anchor_texts, count, sizeof *m->anchor_texts, error);
    }
    if (!status) {
        status = cg_query_allocate(&found->places, count, sizeof *found->places, error);
    }
    return status ? status : cg_query_allocate(&found->seen, count, sizeof *found->seen, error);
}

static int prepare_matcher(struct matcher *m, struct cg_error *error)
{
    size_t count = m->rules->count;
    int status = cg_query_allocate(&m->compiled, count, sizeof *m->compiled, error);
    status =
        status ? status : cg_query_allocate(&m->is_compiled, count, sizeof *m->is_compiled, error);
    status = status ? status : cg_query_allocate(&m->patterns, count, sizeof *m->patterns, error);
    status = status ? status : allocate_anchors(m, error);
    for (int i = 0; i < FILTER_SUBJECTS && !status; i++) {
        status = cg_query_allocate(&m->exact[i], count, sizeof **m->exact, error);
        status = status
                     ? status
                     : cg_query_allocate(&m->substrings[i], count, sizeof **m->substrings, error);
    }
    for (size_t i = 0; i < count && !status; i++) {
        status = sort_rule(m, i, error);
    }
    for (int i = 0; i < FILTER_SUBJECTS && !status; i++) {
        qsort(m->exact[i], m->exact_count[i], sizeof **m->exact, compare_exact);
        substrings_sort(m->substrings[i], m->substring_count[i]);
    }
    sort_anchors(m);
    return status;
}

static void clear_matcher(struct matcher *m)
{
    for (size_t i = 0; m->is_compiled && i < m->rules->count; i++) {
        if (m->is_compiled[i]) {
            regfree(&m->compiled[i]);
        }
    }
    for (int i = 0; i < FILTER_SUBJECTS; i++) {
        free(m->exact[i]);
        free(m->substrings[i]);
    }
    for (size_t i = 0; i < m->anchor_count; i++) {
        free(m->anchors[i].text);
    }
    free(m->anchors);
    free(m->anchor_texts);
    free(m->anchored.places);
    free(m->anchored.seen);
    free(m->compiled);
    free(m->is_compiled);
    free(m->patterns);
    cg_text_free(&m->text);
}

int filter_apply(bool *selected, const struct filter_rules *rules, const struct shown *shown,
                 struct cg_error *error)
{
    struct matcher m = {.rules = rules, .shown = shown};
    int status = prepare_matcher(&m, error);
    for (cg_node node = 0; node < shown->nodes && !status; node++) {
        selected[node] = cg_node_has_body(shown->graph, node) && function_is_in(&m, node) &&
                         file_is_in(&m, node);
    }
    status = !status && m.text.failed ? cg_fail_memory(error) : status;
    clear_matcher(&m);
    return status;
}
