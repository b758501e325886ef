/*
 * Decoding and encoding facts, and moving them between pools. This file and fact_sites*.c contain
 * all readers and writers of the JSON form of facts.
 */
#include "graph/graph_facts.h"

#include "graph/fact_sites.h"
#include "graph/graph.h"
#include "graph/linked_state.h"

#include "base/error.h"
#include "base/memory.h"
#include "strings/text.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/merge.h>

#include <stdlib.h>

static const char *const strings[FACT_STRING_COUNT] = {
    [FACT_CALL_SITES] = CG_KEY_CALL_SITES,
    [FACT_UNRESOLVED_CALLS] = CG_KEY_UNRESOLVED_CALLS,
    [FACT_RESOLVED_CALLS] = CG_KEY_RESOLVED_CALLS,
    [FACT_ADDRESS_TAKEN] = CG_KEY_ADDRESS_TAKEN,
    [FACT_OUTLINED] = CG_KEY_OUTLINED,
    [FACT_DEFINED_IN] = CG_KEY_DEFINED_IN,
    [FACT_EVIDENCE] = CG_KEY_EVIDENCE,
    [FACT_NAMES] = CG_KEY_NAMES,
    [FACT_ESCAPES] = CG_KEY_ESCAPES,
    [FACT_MISTYPED] = CG_KEY_MISTYPED,
    [FACT_CONFINED] = CG_KEY_CONFINED,
    [FACT_RUNTIME] = CG_KEY_RUNTIME,
    [FACT_AT_EXIT] = CG_KEY_AT_EXIT,
    [FACT_EXITLESS] = CG_KEY_EXITLESS,
    [FACT_CALLS_ONLY_ARGUMENTS] = CG_KEY_CALLS_ONLY_ARGUMENTS,
    [FACT_LOADS_CODE] = CG_KEY_LOADS_CODE,
    [FACT_NEVER_INSTANTIATED] = CG_KEY_NEVER_INSTANTIATED,
    [FACT_PURE_VIRTUAL] = CG_KEY_PURE_VIRTUAL,
    [FACT_UNDESCRIBED] = CG_KEY_UNDESCRIBED,
    [FACT_INTERPOSABLE] = CG_KEY_INTERPOSABLE,
    [FACT_LINKED] = CG_KEY_LINKED,
    [FACT_TRUE] = "true",
    [FACT_FALSE] = "false",
    [FACT_EVIDENCE_WORDS + CG_EVIDENCE_AST] = "ast",
    [FACT_EVIDENCE_WORDS + CG_EVIDENCE_IR] = "ir",
    [FACT_EVIDENCE_WORDS + CG_EVIDENCE_LINK] = "link",
    [FACT_EVIDENCE_WORDS + CG_EVIDENCE_OBSERVED] = "observed",
};

bool facts_begin(struct cg_pool *pool)
{
    bool ok = true;
    for (uint32_t i = 0; i < FACT_STRING_COUNT && ok; i++) {
        ok = cg_pool_intern(pool, strings[i], strlen(strings[i])) == i;
    }
    return ok;
}

uint32_t facts_find_key(const char *key)
{
    uint32_t i = 0;
    while (i < FACT_KEY_COUNT && (*key != *strings[i] || strcmp(key, strings[i]) != 0)) {
        i++;
    }
    return i < FACT_KEY_COUNT ? i : CG_NO_STRING;
}

enum fact_form fact_form(enum cg_place place, uint32_t key)
{
    static const struct {
        uint8_t places;
        uint8_t form;
    } forms[FACT_KEY_COUNT] = {
        [FACT_CALL_SITES] = {CG_ON_EDGE, FACT_SITES},
        [FACT_UNRESOLVED_CALLS] = {CG_ON_NODE, FACT_SITES},
        [FACT_RESOLVED_CALLS] = {CG_ON_NODE, FACT_SITES},
        [FACT_ADDRESS_TAKEN] = {CG_ON_NODE, FACT_SITES},
        [FACT_OUTLINED] = {CG_ON_NODE, FACT_SITES},
        [FACT_DEFINED_IN] = {CG_ON_NODE, FACT_SITES},
        [FACT_EVIDENCE] = {CG_ON_NODE | CG_ON_EDGE, FACT_WORDS},
        [FACT_NAMES] = {CG_ON_NODE, FACT_WORDS},
        [FACT_ESCAPES] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_MISTYPED] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_CONFINED] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_RUNTIME] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_AT_EXIT] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_EXITLESS] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_CALLS_ONLY_ARGUMENTS] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_LOADS_CODE] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_NEVER_INSTANTIATED] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_PURE_VIRTUAL] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_UNDESCRIBED] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_INTERPOSABLE] = {CG_ON_NODE, FACT_TRUTH},
        [FACT_LINKED] = {CG_ON_GRAPH, FACT_STATE},
    };
    return key < FACT_KEY_COUNT && (forms[key].places & place) ? (enum fact_form)forms[key].form
                                                               : FACT_TEXT;
}

const char *cg_evidence_name(enum cg_evidence evidence)
{
    return (unsigned)evidence < CG_EVIDENCE_COUNT ? strings[FACT_EVIDENCE_WORDS + evidence] : NULL;
}

/* Decoding */

uint32_t fact_intern_string(struct cg_graph *graph, const struct cg_value *string)
{
    const char *bytes = string->text + 1;
    size_t length = string->length - 2;
    if (!memchr(bytes, '\\', length)) {
        return cg_pool_intern(&graph->pool, bytes, length);
    }
    struct cg_text plain = {0};
    json_unescape(&plain, bytes, length);
    uint32_t result =
        plain.failed ? CG_NO_STRING : cg_pool_intern(&graph->pool, plain.bytes, plain.length);
    cg_text_free(&plain);
    return result;
}

static int decode_words(uint32_t *out, struct cg_graph *graph, const struct cg_value *text,
                        struct cg_error *error)
{
    struct json_walk walk;
    struct cg_value element;
    uint32_t *words = NULL;
    size_t capacity = 0, count = 0;
    int status = CG_OK;
    if (!json_is(text, 'n') && !json_walk_start(&walk, text, '[')) {
        return cg_fail(error, CG_E_FORMAT, "is not an array");
    }
    while (!status && !json_is(text, 'n') && json_walk_next(&walk, NULL, &element)) {
        if (*element.text != '"') {
            status = cg_fail(error, CG_E_FORMAT, "element %zu is not a string", count + 1);
        } else if (!cg_grow(&words, &capacity, count + 2, sizeof *words) ||
                   (words[count++] = fact_intern_string(graph, &element)) == CG_NO_STRING) {
            status = cg_fail_memory(error);
        }
    }
    if (!status) {
        *out = fact_intern(&graph->pool, words, count * sizeof *words, FACT_MARK_WORDS);
        status = *out == CG_NO_STRING ? cg_fail_memory(error) : CG_OK;
    }
    free(words);
    return status;
}

static int decode_truth(uint32_t *out, const struct cg_value *text, struct cg_error *error)
{
    if (text->length == 4 && memcmp(text->text, "true", 4) == 0) {
        *out = FACT_TRUE;
    } else if (json_is(text, 'n') || (text->length == 5 && memcmp(text->text, "false", 5) == 0)) {
        *out = FACT_FALSE;
    } else {
        return cg_fail(error, CG_E_FORMAT, "is not true or false");
    }
    return CG_OK;
}

int fact_decode(uint32_t *out, struct cg_graph *graph, enum fact_form form,
                const struct cg_value *text, struct cg_error *error)
{
    static const struct cg_value none = {"[]", 2};
    switch (form) {
    case FACT_SITES:
        return fact_sites_decode(out, graph, json_is(text, 'n') ? &none : text, error);
    case FACT_WORDS:
        return decode_words(out, graph, text, error);
    case FACT_TRUTH:
        return decode_truth(out, text, error);
    case FACT_STATE:
        if (linked_check(text, error)) {
            return CG_E_FORMAT;
        }
        break;
    case FACT_TEXT:
        break;
    }
    *out = cg_pool_intern(&graph->pool, text->text, text->length);
    return *out == CG_NO_STRING ? cg_fail_memory(error) : CG_OK;
}

/* Encoding */

static void encode_words(struct cg_text *out, const struct cg_pool *pool, uint32_t value)
{
    size_t count = fact_count(pool, FACT_WORDS, value);
    cg_text_put(out, "[", 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t word = fact_word_at(pool, value, i);
        cg_text_put(out, ",", i > 0);
        cg_text_add_json_string(out, cg_pool_string(pool, word), cg_pool_length(pool, word));
    }
    cg_text_put(out, "]", 1);
}

void fact_encode(struct cg_text *out, const struct cg_graph *graph, enum fact_form form,
                 uint32_t value)
{
    switch (form) {
    case FACT_SITES:
        fact_sites_encode(out, &graph->pool, value);
        break;
    case FACT_WORDS:
        encode_words(out, &graph->pool, value);
        break;
    default:
        cg_text_put(out, graph_string(graph, value), cg_pool_length(&graph->pool, value));
    }
}

/* Moving */

uint32_t *fact_move_scratch(struct fact_move *move, size_t bytes)
{
    return cg_grow(&move->scratch, &move->scratch_capacity, bytes / sizeof *move->scratch + 1,
                   sizeof *move->scratch)
               ? move->scratch
               : NULL;
}

bool fact_move_string(struct fact_move *move, uint32_t *string)
{
    bool is_there = *string != CG_NO_STRING;
    *string = is_there ? move->string(move->user, *string) : CG_NO_STRING;
    return !is_there || *string != CG_NO_STRING;
}

static uint32_t move_words(struct fact_move *move, uint32_t value)
{
    size_t count = fact_count(move->from, FACT_WORDS, value);
    uint32_t *words = fact_move_scratch(move, count * sizeof *words);
    for (size_t i = 0; words && i < count; i++) {
        words[i] = fact_word_at(move->from, value, i);
        if (!fact_move_string(move, &words[i])) {
            return CG_NO_STRING;
        }
    }
    return words ? fact_intern(move->to, words, count * sizeof *words, FACT_MARK_WORDS)
                 : CG_NO_STRING;
}

uint32_t fact_move(struct fact_move *move, enum fact_form form, uint32_t value)
{
    if (!fact_is_decoded(form)) {
        return move->string(move->user, value);
    }
    uint32_t *known = &move->facts[value];
    if (*known == CG_NO_STRING) {
        *known = form == FACT_SITES ? fact_sites_move(move, value) : move_words(move, value);
    }
    return *known;
}

/* Uniting */

int fact_compare_strings(const struct cg_pool *pool, uint32_t a, uint32_t b)
{
    if (a == b || a == CG_NO_STRING || b == CG_NO_STRING) {
        return a == b ? 0 : a == CG_NO_STRING ? -1 : 1;
    }
    size_t x = cg_pool_length(pool, a), y = cg_pool_length(pool, b);
    int order = memcmp(cg_pool_string(pool, a), cg_pool_string(pool, b), x < y ? x : y);
    return order ? order : (x > y) - (x < y);
}

/* qsort_r's comparison: by bytes. */
static int compare_words(const void *a, const void *b, void *pool)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return fact_compare_strings(pool, x, y);
}

static uint32_t unite_words(struct cg_graph *graph, uint32_t a, uint32_t b)
{
    struct cg_pool *pool = &graph->pool;
    size_t first = fact_count(pool, FACT_WORDS, a), second = fact_count(pool, FACT_WORDS, b);
    uint32_t *words = malloc((first + second + 1) * sizeof *words);
    if (!words) {
        return CG_NO_STRING;
    }
    memcpy(words, cg_pool_string(pool, a), first * sizeof *words);
    memcpy(words + first, cg_pool_string(pool, b), second * sizeof *words);
    qsort_r(words, first + second, sizeof *words, compare_words, pool);
    size_t count = 0;
    for (size_t i = 0; i < first + second; i++) {
        if (!count || words[count - 1] != words[i]) {
            words[count++] = words[i];
        }
    }
    uint32_t united = fact_intern(pool, words, count * sizeof *words, FACT_MARK_WORDS);
    free(words);
    return united;
}

uint32_t fact_unite(struct cg_graph *graph, enum fact_form form, uint32_t a, uint32_t b)
{
    return form == FACT_SITES ? fact_sites_unite(graph, a, b) : unite_words(graph, a, b);
}

/* Access */

unsigned cg_evidence(const struct cg_graph *graph, enum cg_place place, uint32_t number)
{
    uint32_t value = place == CG_ON_GRAPH || !graph_is_place(graph, place, number)
                         ? CG_NO_STRING
                         : graph_get_attribute(graph, place, number, FACT_EVIDENCE);
    unsigned evidence = 0;
    size_t count = value == CG_NO_STRING ? 0 : fact_count(&graph->pool, FACT_WORDS, value);
    for (size_t i = 0; i < count; i++) {
        uint32_t word = fact_word_at(&graph->pool, value, i);
        if (word >= FACT_EVIDENCE_WORDS && word < FACT_STRING_COUNT) {
            evidence |= 1u << (word - FACT_EVIDENCE_WORDS);
        }
    }
    return evidence;
}

/* CG_NO_STRING: the key is not a set of words, or there is no value. */
static uint32_t find_words(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                           const char *key)
{
    uint32_t string = facts_find_key(key);
    bool is_there = graph_is_place(graph, place, number) && fact_form(place, string) == FACT_WORDS;
    return is_there ? graph_get_attribute(graph, place, number, string) : CG_NO_STRING;
}

size_t cg_word_count(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                     const char *key)
{
    uint32_t value = find_words(graph, place, number, key);
    return value != CG_NO_STRING ? fact_count(&graph->pool, FACT_WORDS, value) : 0;
}

const char *cg_word_at(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                       const char *key, size_t i)
{
    uint32_t value = find_words(graph, place, number, key);
    return value != CG_NO_STRING && i < fact_count(&graph->pool, FACT_WORDS, value)
               ? graph_string(graph, fact_word_at(&graph->pool, value, i))
               : NULL;
}

int cg_evidence_add(struct cg_graph *graph, enum cg_place place, uint32_t number,
                    enum cg_evidence evidence, struct cg_error *error)
{
    uint32_t word[2] = {FACT_EVIDENCE_WORDS + evidence};
    if (!graph_is_place(graph, place, number) || place == CG_ON_GRAPH) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node or edge");
    }
    if ((unsigned)evidence >= CG_EVIDENCE_COUNT) {
        return cg_fail(error, CG_E_ARGUMENT, "no such evidence");
    }
    uint32_t there = graph_get_attribute(graph, place, number, FACT_EVIDENCE);
    uint32_t value = fact_intern(&graph->pool, word, sizeof *word, FACT_MARK_WORDS);
    if (value != CG_NO_STRING && there != CG_NO_STRING) {
        value = unite_words(graph, there, value);
    }
    return value != CG_NO_STRING && graph_set_attribute(graph, place, number, FACT_EVIDENCE, value)
               ? CG_OK
               : cg_fail_memory(error);
}

/* CG_NO_STRING: no function has a boolean of that key. */
static uint32_t truth_key(const char *key)
{
    uint32_t string = facts_find_key(key);
    bool is_one = string != CG_NO_STRING && fact_form(CG_ON_NODE, string) == FACT_TRUTH;
    return is_one ? string : CG_NO_STRING;
}

enum cg_truth cg_node_truth(const struct cg_graph *graph, cg_node node, const char *key)
{
    uint32_t string = truth_key(key);
    bool is_there = node < graph->node_count && string != CG_NO_STRING;
    uint32_t value = is_there ? graph_get_attribute(graph, CG_ON_NODE, node, string) : CG_NO_STRING;
    return value == FACT_TRUE    ? CG_TRUTH_TRUE
           : value == FACT_FALSE ? CG_TRUTH_FALSE
                                 : CG_TRUTH_ABSENT;
}

int cg_node_set_truth(struct cg_graph *graph, cg_node node, const char *key, bool value,
                      struct cg_error *error)
{
    uint32_t string = truth_key(key);
    if (node >= graph->node_count || string == CG_NO_STRING) {
        return cg_fail(error, CG_E_ARGUMENT, "no such node, or \"%.100s\" is no boolean", key);
    }
    return graph_set_attribute(graph, CG_ON_NODE, node, string, value ? FACT_TRUE : FACT_FALSE)
               ? CG_OK
               : cg_fail_memory(error);
}
