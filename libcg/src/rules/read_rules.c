/* Reads the language of rules. */
#include "base/error.h"
#include "base/memory.h"
#include "query/common/query_internal.h"
#include "rules/rules.h"
#include "select/bits.h"
#include "select/selector.h"
#include "strings/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of reading. */
struct reader {
    struct cg_rules *rules;
    struct select_source *source;
    struct cg_error *error;
};

__attribute__((format(printf, 2, 3))) static int fail(struct reader *r, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return select_fail(r->source, CG_E_FORMAT, r->error, "%s", text);
}

/* Words and marks */

static void skip_blanks(struct reader *r)
{
    select_skip(r->source, false, true);
}

static bool is_next(const struct reader *r, const char *mark)
{
    size_t length = strlen(mark);
    return (size_t)(r->source->end - r->source->at) >= length &&
           memcmp(r->source->at, mark, length) == 0;
}

/* A mark of the language, if it is next. */
static bool take_mark(struct reader *r, const char *mark)
{
    skip_blanks(r);
    bool next = is_next(r, mark);
    r->source->at += next ? strlen(mark) : 0;
    return next;
}

/* A word of the language, if it is next. */
static bool take_word(struct reader *r, const char *word)
{
    skip_blanks(r);
    bool next = r->source->at < r->source->end && select_name_length(r->source) == strlen(word) &&
                is_next(r, word);
    r->source->at += next ? strlen(word) : 0;
    return next;
}

static int expect(struct reader *r, const char *mark)
{
    return take_mark(r, mark) ? CG_OK : fail(r, "%s is expected here", mark);
}

static bool at_end(struct reader *r)
{
    skip_blanks(r);
    return r->source->at == r->source->end || *r->source->at == '\n' || *r->source->at == ';';
}

/* The end of a comment that begins here; else this place. */
static const char *skip_comment(const char *from, const char *at, const char *end)
{
    bool begins = *at == '#' && at > from && isspace((unsigned char)at[-1]);
    const char *line = begins ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return begins ? (line ? line : end) : at;
}

/* A piece of the text on one line, white space reduced to blanks, without comments. */
static char *one_line(const char *from, const char *end)
{
    struct cg_text text = {0};
    bool quoted = false, space = false;
    for (const char *at = from; at < end; at++) {
        at = quoted ? at : skip_comment(from, at, end);
        if (at == end || isspace((unsigned char)*at)) {
            space = true;
            continue;
        }
        quoted ^= *at == '"' && at > from && at[-1] != '\\';
        cg_text_put(&text, " ", space);
        cg_text_put(&text, at, 1);
        space = false;
    }
    cg_text_put(&text, "", 1);
    if (text.failed) {
        cg_text_free(&text);
        return NULL;
    }
    return text.bytes;
}

/* Sets */

static int add_set(struct reader *r, struct rule *rule, const struct cg_rule_set *set,
                   uint64_t *bits)
{
    if (r->rules->sets >= CG_LIMIT_RULE_SETS) {
        return select_fail(r->source, CG_E_LIMIT, r->error, "there are more than %u sets",
                           CG_LIMIT_RULE_SETS);
    }
    if (!set->text ||
        !cg_grow(&rule->sets, &rule->set_capacity, rule->set_count + 1, sizeof *rule->sets) ||
        !cg_grow(&rule->bits, &rule->bits_capacity, rule->set_count + 1, sizeof *rule->bits)) {
        return cg_fail_memory(r->error);
    }
    rule->bits[rule->set_count] = bits;
    rule->sets[rule->set_count++] = *set;
    r->rules->sets++;
    return CG_OK;
}

static int take_set(struct reader *r, struct rule *rule)
{
    uint64_t *bits;
    skip_blanks(r);
    const char *from = r->source->at;
    struct cg_rule_set set = {.line = r->source->line,
                              .column = (unsigned long)(from - r->source->line_start) + 1};
    int status = select_evaluate(&bits, r->rules->selector, r->source, SELECT_OPERAND, r->error);
    if (status) {
        return status;
    }
    char *text = one_line(from, r->source->done);
    set.text = text;
    set.count = bits_count(bits, r->rules->nodes);
    status = add_set(r, rule, &set, bits);
    if (status) {
        free(text);
        free(bits);
    }
    return status;
}

/* Kinds of rules */

static int take_deny(struct reader *r, struct rule *rule)
{
    int status = take_set(r, rule);
    if (status) {
        return status;
    }
    bool direct = take_mark(r, "=>");
    if (!direct && !take_mark(r, "->")) {
        return fail(r, "-> or => is expected here, with a blank before it");
    }
    rule->shown.kind = direct ? CG_RULE_DENY_DIRECT : CG_RULE_DENY;
    status = take_set(r, rule);
    rule->shown.set_count = 2;
    return status || !take_word(r, "except") ? status : take_set(r, rule);
}

static int take_only(struct reader *r, struct rule *rule)
{
    int status = take_set(r, rule);
    if (!status && !take_mark(r, "=>") && !take_mark(r, "->")) {
        status = fail(r, "=> is expected here, with a blank before it");
    }
    rule->shown.kind = CG_RULE_ONLY;
    rule->shown.set_count = 2;
    return status ? status : take_set(r, rule);
}

/* Sets with marks between them. */
static int take_sets(struct reader *r, struct rule *rule, enum cg_rule_kind kind, const char *mark)
{
    rule->shown.kind = kind;
    int status = take_set(r, rule);
    if (!status) {
        status = expect(r, mark);
    }
    do {
        status = status ? status : take_set(r, rule);
    } while (!status && take_mark(r, mark));
    rule->shown.set_count = rule->set_count;
    return status;
}

static int take_kind(struct reader *r, struct rule *rule)
{
    rule->shown.by_name = take_word(r, "named");
    if (take_word(r, "deny")) {
        return take_deny(r, rule);
    }
    if (take_word(r, "only")) {
        return take_only(r, rule);
    }
    if (take_word(r, "layers")) {
        return take_sets(r, rule, CG_RULE_LAYERS, ">");
    }
    if (take_word(r, "strict")) {
        return take_word(r, "layers") ? take_sets(r, rule, CG_RULE_STRICT_LAYERS, ">")
                                      : fail(r, "layers is expected here");
    }
    if (take_word(r, "acyclic")) {
        return take_sets(r, rule, CG_RULE_ACYCLIC, ",");
    }
    return fail(r, "deny, only, layers, strict layers or acyclic is expected here, with named or "
                   "rule NAME: before it, or NAME = SET");
}

static int take_message(struct reader *r, struct rule *rule)
{
    if (!take_mark(r, ":")) {
        return CG_OK;
    }
    skip_blanks(r);
    if (!is_next(r, "\"")) {
        return fail(r, "a message in \"\" is expected here");
    }
    return select_take_quoted(&rule->message, r->source, '"', r->error);
}

/* Rules */

/* rule NAME: */
static int take_name(struct reader *r, struct rule *rule)
{
    if (!take_word(r, "rule")) {
        return CG_OK;
    }
    skip_blanks(r);
    size_t length = r->source->at < r->source->end ? select_name_length(r->source) : 0;
    if (!length) {
        return fail(r, "the name of the rule is expected here");
    }
    rule->name = strndup(r->source->at, length);
    r->source->at += length;
    return rule->name ? expect(r, ":") : cg_fail_memory(r->error);
}

static int take_text(struct reader *r, struct rule *rule)
{
    skip_blanks(r);
    const char *from = r->source->at;
    rule->shown.line = r->source->line;
    rule->shown.column = (unsigned long)(from - r->source->line_start) + 1;
    int status = take_kind(r, rule);
    if (status) {
        return status;
    }
    rule->text = one_line(from, r->source->done);
    if (rule->text && !rule->name) {
        rule->name = strdup(rule->text);
    }
    rule->file = strdup(r->source->name);
    return rule->text && rule->name && rule->file ? CG_OK : cg_fail_memory(r->error);
}

/* An error about the preceding item. */
static int fail_before(struct reader *r, enum cg_status status, const struct cg_rule_set *set,
                       const struct rule *rule, const char *text)
{
    unsigned long line = set ? set->line : rule->shown.line;
    unsigned long column = set ? set->column : rule->shown.column;
    return cg_fail_at(r->error, status, r->source->name, line, column, "%s", text);
}

static int check_name(struct reader *r, const struct rule *rule)
{
    for (size_t i = 0; i < r->rules->count; i++) {
        if (strcmp(r->rules->rules[i].name, rule->name) == 0) {
            const struct cg_rule *first = &r->rules->rules[i].shown;
            char text[512];
            snprintf(text, sizeof text, "%s exists already: %.400s:%lu",
                     strcmp(rule->name, rule->text) == 0 ? "the same rule" : "a rule of this name",
                     first->file, first->line);
            return fail_before(r, CG_E_CONFLICT, NULL, rule, text);
        }
    }
    return CG_OK;
}

static int check_owners(struct reader *r, const struct rule *rule)
{
    uint32_t *owner, sets[2];
    enum cg_rule_kind kind = rule->shown.kind;
    if (kind != CG_RULE_LAYERS && kind != CG_RULE_STRICT_LAYERS && kind != CG_RULE_ACYCLIC) {
        return CG_OK;
    }
    int status = cg_query_allocate(&owner, r->rules->nodes, sizeof *owner, r->error);
    if (status) {
        return status;
    }
    cg_node node = rule_owners(owner, sets, rule, r->rules->nodes);
    if (node != CG_NONE) {
        char text[512];
        snprintf(text, sizeof text, "%.200s is in %.120s and in %.120s",
                 cg_node_name(r->rules->selector->graph, node), rule->sets[sets[0]].text,
                 rule->sets[sets[1]].text);
        status = fail_before(r, CG_E_CONFLICT, &rule->sets[sets[1]], rule, text);
    }
    free(owner);
    return status;
}

static int take_rule(struct reader *r, struct rule *rule)
{
    int status = take_name(r, rule);
    status = status ? status : take_text(r, rule);
    status = status ? status : take_message(r, rule);
    if (!status && !at_end(r)) {
        bool deny = rule->shown.kind <= CG_RULE_DENY_DIRECT && rule->set_count == 2;
        status = rule->message ? fail(r, "the end of the rule is expected here")
                 : deny ? fail(r, "|, &, -, except, : or the end of the rule is expected here")
                        : fail(r, "|, &, -, : or the end of the rule is expected here");
    }
    status = status ? status : check_name(r, rule);
    return status ? status : check_owners(r, rule);
}

static void release_rule(struct rule *rule)
{
    for (size_t i = 0; i < rule->set_count; i++) {
        free((char *)rule->sets[i].text);
        free(rule->bits[i]);
    }
    free(rule->name);
    free(rule->text);
    free(rule->message);
    free(rule->file);
    free(rule->sets);
    free(rule->bits);
}

static int read_rule(struct reader *r)
{
    struct cg_rules *rules = r->rules;
    struct rule rule = {0};
    int status = take_rule(r, &rule);
    if (!status && !cg_grow(&rules->rules, &rules->capacity, rules->count + 1, sizeof rule)) {
        status = cg_fail_memory(r->error);
    }
    if (status) {
        release_rule(&rule);
        return status;
    }
    rule.shown.name = rule.name;
    rule.shown.text = rule.text;
    rule.shown.message = rule.message;
    rule.shown.file = rule.file;
    rule.shown.sets = rule.sets;
    rule.shown.except =
        rule.set_count > rule.shown.set_count ? &rule.sets[rule.shown.set_count] : NULL;
    rules->rules[rules->count++] = rule;
    return CG_OK;
}

/* NAME =, but not NAME => as in a rule. */
static bool is_definition(const struct reader *r)
{
    struct reader ahead = *r;
    struct select_source source = *r->source;
    ahead.source = &source;
    source.at += select_name_length(&source);
    skip_blanks(&ahead);
    return source.at > r->source->at && is_next(&ahead, "=") && !is_next(&ahead, "=>");
}

static int read_all(struct reader *r)
{
    int status = CG_OK;
    for (select_skip(r->source, true, true); !status && r->source->at < r->source->end;
         select_skip(r->source, true, true)) {
        if (*r->source->at == ';') {
            r->source->at++;
        } else if (is_definition(r)) {
            status = select_define(r->rules->selector, r->source, r->error);
        } else {
            status = read_rule(r);
        }
    }
    return status;
}

/* One rule reads what it needs by itself. An unfrozen graph cannot be checked. */
static int read_shared(struct cg_rules *rules, struct cg_error *error)
{
    const struct cg_graph *graph = rules->selector->graph;
    if (rules->shares || rules->count < 2 || !cg_graph_is_frozen(graph)) {
        return CG_OK;
    }
    rules->shares = true;
    return external_share(&rules->shared, graph, error);
}

int cg_rules_new(struct cg_rules **out, struct cg_selector *selector, struct cg_error *error)
{
    struct cg_rules *rules = NULL;
    int status = cg_query_allocate(&rules, 1, sizeof *rules, error);
    if (!status) {
        rules->selector = selector;
        rules->nodes = selector->nodes;
        *out = rules;
    }
    return status;
}

int cg_rules_read(struct cg_rules *rules, const char *text, const char *name,
                  struct cg_error *error)
{
    struct select_source source;
    select_source_init(&source, text, name);
    struct reader reader = {rules, &source, error};
    int status = read_all(&reader);
    return status ? status : read_shared(rules, error);
}

int cg_rules_read_file(struct cg_rules *rules, const char *path, struct cg_error *error)
{
    char *text;
    int status = select_read_file(&text, path, error);
    if (!status) {
        status = cg_rules_read(rules, text, path, error);
        free(text);
    }
    return status;
}

void cg_rules_free(struct cg_rules *rules)
{
    if (!rules) {
        return;
    }
    for (size_t i = 0; i < rules->count; i++) {
        release_rule(&rules->rules[i]);
    }
    external_shared_clear(&rules->shared);
    free(rules->rules);
    free(rules);
}

size_t cg_rules_count(const struct cg_rules *rules)
{
    return rules->count;
}

const struct cg_rule *cg_rules_at(const struct cg_rules *rules, size_t i)
{
    return &rules->rules[i].shown;
}
