/* Converts text to steps, with pending operators on an explicit stack (E. W. Dijkstra's shunting
 * yard), so that nested parentheses need no recursion. */
#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"
#include "select/quantity.h"
#include "select/set_steps.h"
#include "strings/digits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Functions of sets. */
static const struct function {
    const char *name;
    enum select_op op;
    uint8_t sets;
    bool number; /* may have a number after the set */
} functions[] = {
    {"reaches", SELECT_REACHES, 1, false},
    {"reachedFrom", SELECT_REACHED_FROM, 1, false},
    {"onPath", SELECT_ON_PATH, 2, false},
    {"callers", SELECT_CALLERS, 1, true},
    {"callees", SELECT_CALLEES, 1, true},
    {"overrides", SELECT_OVERRIDES, 1, false},
    {"overriddenBy", SELECT_OVERRIDDEN_BY, 1, false},
    {"roots", SELECT_ROOTS, 1, false},
    {"leaves", SELECT_LEAVES, 1, false},
    {"recursive", SELECT_RECURSIVE, 1, false},
};

/* Functions of a text. */
static const struct {
    const char *name;
    enum select_op op;
} texts[] = {{"file", SELECT_FILE}, {"dir", SELECT_DIR}, {"has", SELECT_HAS}};

static const struct {
    const char *name;
    enum select_property property;
} properties[] = {
    {"defined", PROPERTY_DEFINED},
    {"declared", PROPERTY_DECLARED},
    {"virtual", PROPERTY_VIRTUAL},
    {"internal", PROPERTY_INTERNAL},
    {"weak", PROPERTY_WEAK},
    {"entry", PROPERTY_ENTRY},
    {"system", PROPERTY_SYSTEM},
    {"addressTaken", PROPERTY_ADDRESS_TAKEN},
    {"unresolved", PROPERTY_UNRESOLVED},
};

/* Follows an error where a name may be meant. */
#define NAME_HINT "; quote a name with such characters: \"\""

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A pending item: an operator, a parenthesis, or a function with its parenthesis. */
struct waiting {
    enum select_op op;
    bool parenthesis;
    const struct function *function; /* of a parenthesis; NULL: none */
    uint32_t arguments;              /* of a function: number of complete ones */
    uint32_t number;
};

struct parser {
    struct select_program *out;
    struct select_source *source;
    struct cg_error *error;
    enum select_extent extent;
    struct waiting *stack;
    size_t height;
    size_t capacity;
    size_t open;                  /* open parentheses */
    size_t sets;                  /* currently on the stack */
    struct select_source operand; /* where the current operand begins */
};

static int fail_memory(struct parser *p)
{
    return cg_fail_memory(p->error);
}

static void skip_blanks(struct parser *p)
{
    select_skip(p->source, p->extent == SELECT_WHOLE || p->open > 0, true);
}

static bool at_end(const struct parser *p)
{
    const struct select_source *s = p->source;
    bool lines = p->extent != SELECT_WHOLE && !p->open;
    return s->at == s->end || (lines && (*s->at == ';' || *s->at == '\n'));
}

static bool is_arrow(const struct select_source *s)
{
    return s->end - s->at > 1 && s->at[0] == '-' && s->at[1] == '>';
}

/* After a set: text that cannot continue it ends an operand. */
static bool ends_operand(const struct parser *p)
{
    const struct select_source *s = p->source;
    return p->extent == SELECT_OPERAND && !p->open && (is_arrow(s) || !strchr("|&-)", *s->at));
}

/* The step takes ownership of the texts. */
static int emit(struct parser *p, enum select_op op, char *text, char *value,
                enum select_comparison comparison, uint32_t number)
{
    struct select_program *out = p->out;
    const struct select_source *at = op < SELECT_NOT ? &p->operand : p->source;
    if (!cg_grow(&out->steps, &out->capacity, out->count + 1, sizeof *out->steps)) {
        free(text);
        free(value);
        return fail_memory(p);
    }
    out->steps[out->count++] =
        (struct select_step){.op = op,
                             .number = number,
                             .comparison = comparison,
                             .text = text,
                             .value = value,
                             .line = at->line,
                             .column = (unsigned long)(at->at - at->line_start) + 1};
    p->sets += op < SELECT_NOT;
    p->sets -= op >= SELECT_UNION;
    out->depth = p->sets > out->depth ? p->sets : out->depth;
    return CG_OK;
}

static int push_operator(struct parser *p, struct waiting waiting)
{
    if (p->height >= CG_LIMIT_DEPTH) {
        return select_fail(p->source, CG_E_LIMIT, p->error, "nested deeper than %u",
                           CG_LIMIT_DEPTH);
    }
    if (!cg_grow(&p->stack, &p->capacity, p->height + 1, sizeof *p->stack)) {
        return fail_memory(p);
    }
    p->stack[p->height++] = waiting;
    return CG_OK;
}

/* ! before & before | and -. */
static int binding(enum select_op op)
{
    return op == SELECT_NOT ? 3 : op == SELECT_INTERSECTION ? 2 : 1;
}

/* Emit the operators that bind at least as tightly. */
static int reduce(struct parser *p, int least)
{
    int status = CG_OK;
    while (!status && p->height && !p->stack[p->height - 1].parenthesis &&
           binding(p->stack[p->height - 1].op) >= least) {
        status = emit(p, p->stack[--p->height].op, NULL, NULL, COMPARE_TRUE, 0);
    }
    return status;
}

/* Words */

static bool ends_word(char c)
{
    return isspace((unsigned char)c) || strchr("|&(),;!\"$@#", c);
}

/* A word ends at white space or a character of the language, except within <> and []. */
static size_t word_length(const struct parser *p)
{
    const char *at = p->source->at;
    int angles = 0;
    int squares = 0;
    for (; at < p->source->end && *at != '\n'; at++) {
        if (ends_word(*at) && !angles && !squares) {
            break;
        }
        angles += *at == '<';
        angles -= *at == '>' && angles;
        squares += *at == '[';
        if (*at == ']' && !squares) {
            break; /* of a comparison */
        }
        squares -= *at == ']';
    }
    bool colon = p->extent == SELECT_OPERAND && at > p->source->at && at[-1] == ':';
    return (size_t)(at - p->source->at) - colon;
}

/* A word or a quoted text. */
static int take_text(struct parser *p, char **out, const char *what)
{
    if (p->source->at < p->source->end && *p->source->at == '"') {
        return select_take_quoted(out, p->source, '"', p->error);
    }
    size_t length = word_length(p);
    if (!length) {
        return select_fail(p->source, CG_E_FORMAT, p->error, "%s is expected here", what);
    }
    *out = strndup(p->source->at, length);
    if (!*out) {
        return fail_memory(p);
    }
    p->source->at += length;
    return CG_OK;
}

static int expect(struct parser *p, char c)
{
    skip_blanks(p);
    if (p->source->at == p->source->end || *p->source->at != c) {
        return select_fail(p->source, CG_E_FORMAT, p->error, "%c is expected here", c);
    }
    p->source->at++;
    return CG_OK;
}

/* Comparisons */

static enum select_comparison take_comparison(struct parser *p)
{
    static const struct {
        const char *text;
        enum select_comparison comparison;
    } signs[] = {{"==", COMPARE_EQUAL},         {"!=", COMPARE_UNEQUAL}, {"<=", COMPARE_LESS_EQUAL},
                 {">=", COMPARE_GREATER_EQUAL}, {"<", COMPARE_LESS},     {">", COMPARE_GREATER},
                 {"=", COMPARE_EQUAL},          {"~", COMPARE_MATCHES}};
    for (size_t i = 0; i < COUNT(signs); i++) {
        size_t length = strlen(signs[i].text);
        if ((size_t)(p->source->end - p->source->at) >= length &&
            memcmp(p->source->at, signs[i].text, length) == 0) {
            p->source->at += length;
            return signs[i].comparison;
        }
    }
    return COMPARE_TRUE;
}

static size_t key_length(const struct parser *p, const char *ends)
{
    const char *at = p->source->at;
    while (at < p->source->end && *at != '\n' && !isspace((unsigned char)*at) &&
           !strchr(ends, *at)) {
        at++;
    }
    return (size_t)(at - p->source->at);
}

static int take_value(struct parser *p, enum select_comparison comparison, char **out)
{
    if (comparison == COMPARE_MATCHES && p->source->at < p->source->end && *p->source->at == '/') {
        return select_take_quoted(out, p->source, '/', p->error);
    }
    return take_text(p, out, "a value");
}

/* A unit after white space: "2", "MiB" becomes "2 MiB". */
static int take_unit(struct parser *p, char **value)
{
    const char *word = p->source->at;
    while (word < p->source->end && (*word == ' ' || *word == '\t')) {
        word++;
    }
    const char *end = word;
    while (end < p->source->end && !isspace((unsigned char)*end) && *end != ']') {
        end++;
    }
    size_t length = strlen(*value), more = (size_t)(end - word);
    bool number = length > 0 && cg_is_digit((*value)[length - 1]);
    if (word == p->source->at || !number || !quantity_is_unit(word, more)) {
        return CG_OK;
    }
    char *joined = realloc(*value, length + more + 2);
    if (!joined) {
        return fail_memory(p);
    }
    *value = joined;
    joined[length] = ' ';
    memcpy(joined + length + 1, word, more);
    joined[length + 1 + more] = '\0';
    p->source->at = end;
    return CG_OK;
}

/* "5%" becomes "5". */
static int take_percent(struct parser *p, char *value, uint32_t *measure)
{
    size_t length = strlen(value);
    if (!length || value[length - 1] != '%') {
        return CG_OK;
    }
    value[length - 1] = '\0';
    double number;
    bool fits = quantity_number(&number, value, length - 1) && number >= 0;
    *measure |= MEASURE_PERCENT;
    return fits ? CG_OK
                : select_fail(p->source, CG_E_FORMAT, p->error,
                              "a percentage is a number and %%, as in 5%%; a text with %% stands "
                              "in \"\"");
}

/* A key, or inclusive(KEY). */
static int take_key(struct parser *p, char **key, uint32_t *measure)
{
    static const char sum[] = "inclusive(";
    size_t left = (size_t)(p->source->end - p->source->at);
    if (left >= sizeof sum - 1 && memcmp(p->source->at, sum, sizeof sum - 1) == 0) {
        p->source->at += sizeof sum - 1;
        *measure |= MEASURE_INCLUSIVE;
        skip_blanks(p);
    }
    size_t length = key_length(p, *measure ? ")]=!<>~" : "]=!<>~");
    if (!length) {
        return select_fail(p->source, CG_E_FORMAT, p->error, "a kind of metadata is expected here");
    }
    *key = strndup(p->source->at, length);
    if (!*key) {
        return fail_memory(p);
    }
    p->source->at += length;
    return *measure ? expect(p, ')') : CG_OK;
}

static int comparison(struct parser *p)
{
    char *key = NULL;
    char *value = NULL;
    uint32_t measure = 0;
    enum select_comparison how = COMPARE_TRUE;
    p->source->at++;
    skip_blanks(p);
    int status = take_key(p, &key, &measure);
    if (!status) {
        skip_blanks(p);
        how = take_comparison(p);
    }
    if (!status && how != COMPARE_TRUE) {
        bool quoted;
        skip_blanks(p);
        quoted = p->source->at < p->source->end && strchr("\"/", *p->source->at);
        status = take_value(p, how, &value);
        if (!status && !quoted && how != COMPARE_MATCHES) {
            status = take_unit(p, &value);
            status = status ? status : take_percent(p, value, &measure);
        }
    }
    if (!status) {
        status = expect(p, ']');
    }
    if (status) {
        free(key);
        free(value);
        return status;
    }
    return emit(p, SELECT_COMPARE, key, value, how, measure);
}

/* Sets */

/* is(PROPERTY) */
static int property(struct parser *p)
{
    p->open++;
    skip_blanks(p);
    const char *word = p->source->at;
    size_t length = word_length(p);
    size_t i = 0;
    while (i < COUNT(properties) && !text_is(word, length, properties[i].name)) {
        i++;
    }
    if (i == COUNT(properties)) {
        return select_fail(p->source, CG_E_FORMAT, p->error,
                           "is() takes defined, declared, virtual, internal, weak, entry, system, "
                           "addressTaken or unresolved");
    }
    p->source->at += length;
    int status = expect(p, ')');
    p->open--;
    return status ? status
                  : emit(p, SELECT_PROPERTY, NULL, NULL, COMPARE_TRUE, properties[i].property);
}

static int text_function(struct parser *p, enum select_op op)
{
    char *text = NULL;
    p->open++;
    skip_blanks(p);
    int status = take_text(p, &text, "a text");
    if (!status) {
        status = expect(p, ')');
    }
    p->open--;
    if (status) {
        free(text);
        return status;
    }
    return emit(p, op, text, NULL, COMPARE_TRUE, 0);
}

bool select_is_operation(const char *word, size_t length)
{
    bool is = text_is(word, length, "is");
    for (size_t i = 0; i < COUNT(texts); i++) {
        is = is || text_is(word, length, texts[i].name);
    }
    for (size_t i = 0; i < COUNT(functions); i++) {
        is = is || text_is(word, length, functions[i].name);
    }
    return is;
}

/* NAME ( */
static int parse_operator_call(struct parser *p, const char *word, size_t length, bool *operand)
{
    p->source->at++;
    if (text_is(word, length, "is")) {
        *operand = false;
        return property(p);
    }
    for (size_t i = 0; i < COUNT(texts); i++) {
        if (text_is(word, length, texts[i].name)) {
            *operand = false;
            return text_function(p, texts[i].op);
        }
    }
    for (size_t i = 0; i < COUNT(functions); i++) {
        if (text_is(word, length, functions[i].name)) {
            p->open++;
            return push_operator(
                p, (struct waiting){.parenthesis = true, .function = &functions[i], .number = 1});
        }
    }
    p->source->at = word;
    return select_fail(p->source, CG_E_FORMAT, p->error, "there is no operation %.*s()" NAME_HINT,
                       (int)(length < 100 ? length : 100), word);
}

static int word(struct parser *p, bool *operand)
{
    const char *word = p->source->at;
    size_t length = word_length(p);
    if (!length) {
        return select_fail(p->source, CG_E_FORMAT, p->error, "a function or set is expected here");
    }
    p->source->at += length;
    if (p->source->at < p->source->end && *p->source->at == '(') {
        return parse_operator_call(p, word, length, operand);
    }
    *operand = false;
    char *text = strndup(word, length);
    return text ? emit(p, SELECT_WORD, text, NULL, COMPARE_TRUE, 0) : fail_memory(p);
}

static int marked(struct parser *p, enum select_op op, const char *what)
{
    char *text = NULL;
    p->source->at++;
    int status = take_text(p, &text, what);
    return status ? status : emit(p, op, text, NULL, COMPARE_TRUE, 0);
}

static int quoted(struct parser *p, char mark, enum select_op op)
{
    char *text = NULL;
    int status = select_take_quoted(&text, p->source, mark, p->error);
    return status ? status : emit(p, op, text, NULL, COMPARE_TRUE, 0);
}

/* The beginning of a set. `expected` receives whether an operand is still expected afterwards. */
static int operand(struct parser *p, bool *expected)
{
    p->operand = *p->source;
    *expected = false;
    switch (*p->source->at) {
    case '!':
        p->source->at++;
        *expected = true;
        return push_operator(p, (struct waiting){.op = SELECT_NOT});
    case '(':
        p->source->at++;
        p->open++;
        *expected = true;
        return push_operator(p, (struct waiting){.parenthesis = true});
    case '[':
        return comparison(p);
    case '"':
        return quoted(p, '"', SELECT_WORD);
    case '/':
        return quoted(p, '/', SELECT_REGEX);
    case '@':
        return marked(p, SELECT_LIST, "the name of a file");
    case '$':
        return marked(p, SELECT_NAMED, "the name of a set");
    default:
        *expected = true;
        return word(p, expected);
    }
}

/* The number after a function's set. */
static int take_number(struct parser *p, struct waiting *top)
{
    uint64_t number;
    skip_blanks(p);
    size_t left = (size_t)(p->source->end - p->source->at);
    size_t count = cg_take_digits(&number, NULL, p->source->at, left, UINT32_MAX);
    p->source->at += count;
    top->number = (uint32_t)number;
    return count ? CG_OK
                 : select_fail(p->source, CG_E_FORMAT, p->error, "a number is expected here");
}

static int comma(struct parser *p, bool *expected)
{
    struct waiting *top = p->height ? &p->stack[p->height - 1] : NULL;
    if (!top || !top->function ||
        top->arguments + 1 >= (uint32_t)top->function->sets + top->function->number) {
        return select_fail(p->source, CG_E_FORMAT, p->error, "unexpected comma");
    }
    p->source->at++;
    top->arguments++;
    *expected = top->arguments < top->function->sets;
    return *expected ? CG_OK : take_number(p, top);
}

static int close(struct parser *p)
{
    if (!p->height) {
        return select_fail(p->source, CG_E_FORMAT, p->error, "this ) has no (");
    }
    const struct waiting top = p->stack[p->height - 1];
    if (top.function && top.arguments + 1 < top.function->sets) {
        return select_fail(p->source, CG_E_FORMAT, p->error, "%s() takes %d sets",
                           top.function->name, top.function->sets);
    }
    p->source->at++;
    p->height--;
    p->open--;
    return top.function ? emit(p, top.function->op, NULL, NULL, COMPARE_TRUE, top.number) : CG_OK;
}

static int operator(struct parser *p, enum select_op op, bool *expected)
{
    p->source->at++;
    int status = reduce(p, binding(op));
    *expected = true;
    return status ? status : push_operator(p, (struct waiting){.op = op});
}

/* After "operator|" and the like. */
static bool is_operator_name(const struct parser *p)
{
    static const char word[] = "operator";
    const char *end = p->source->at;
    while (end > p->operand.at && strchr("|&-! \t", end[-1])) {
        end--;
    }
    size_t length = sizeof word - 1;
    return (size_t)(end - p->operand.at) >= length && memcmp(end - length, word, length) == 0;
}

/* The continuation of a set. */
static int behind(struct parser *p, bool *expected)
{
    char c = is_arrow(p->source) ? '\0' : *p->source->at;
    int status;
    switch (c) {
    case '|':
        return operator(p, SELECT_UNION, expected);
    case '-':
        return operator(p, SELECT_DIFFERENCE, expected);
    case '&':
        return operator(p, SELECT_INTERSECTION, expected);
    case ')':
    case ',':
        status = reduce(p, 0);
        return status ? status : c == ')' ? close(p) : comma(p, expected);
    default:
        return select_fail(p->source, CG_E_FORMAT, p->error,
                           "|, &, - or the end is expected here" NAME_HINT);
    }
}

static int parse_set(struct parser *p)
{
    bool expected = true;
    int status = CG_OK;
    for (skip_blanks(p); !status && !at_end(p) && (expected || !ends_operand(p)); skip_blanks(p)) {
        status = expected ? operand(p, &expected) : behind(p, &expected);
        p->source->done = p->source->at;
    }
    if (!status && expected) {
        status =
            select_fail(p->source, CG_E_FORMAT, p->error, "a function or set is expected here%s",
                        is_operator_name(p) ? NAME_HINT : "");
    }
    if (!status) {
        status = reduce(p, 0);
    }
    if (!status && p->height) {
        status = select_fail(p->source, CG_E_FORMAT, p->error, "a ( has no )");
    }
    if (!status && p->extent == SELECT_DEFINITION && p->source->at < p->source->end &&
        *p->source->at == ';') {
        p->source->at++;
    }
    return status;
}

int select_parse(struct select_program *out, struct select_source *source,
                 enum select_extent extent, struct cg_error *error)
{
    struct parser p = {
        .out = out, .source = source, .error = error, .extent = extent, .operand = *source};
    *out = (struct select_program){0};
    int status = parse_set(&p);
    free(p.stack);
    return status;
}

void select_program_free(struct select_program *program)
{
    for (size_t i = 0; i < program->count; i++) {
        free(program->steps[i].text);
        free(program->steps[i].value);
    }
    free(program->steps);
}
