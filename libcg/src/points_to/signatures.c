/*
 * Types of functions in pointer facts: from the source in the encoding of the Itanium C++ ABI
 * (`FiPvE`), from the compiler's IR as classes of passed values (`~i(p)`), with the type of the
 * source behind them where the compiler says it (`~i(p)FiPvE`).
 */
#include "points_to/signatures.h"

#include "strings/digits.h"
#include "json/json_walk.h"

#include <string.h>

/** A function with more parameters fits all calls: none is written by hand. */
#define MOST_PARAMETERS 64u

/** A decomposed signature. */
struct signature {
    char classes[MOST_PARAMETERS]; /**< of the parameters: i integer or pointer, f, s anything else
                                    */
    uint32_t count;
    bool lowered; /**< of the calling convention */
    bool variadic;
};

/* The end of a number and as many bytes. @return NULL if the text is too short */
static const char *skip_name(const char *at, const char *end)
{
    uint64_t length;
    at += cg_take_digits(&length, NULL, at, (size_t)(end - at), UINT32_MAX);
    if (length > (size_t)(end - at)) {
        return NULL;
    }
    at += length;
    if (at < end && *at == '_') { /* a place in the record, between underscores */
        at = memchr(at + 1, '_', (size_t)(end - at) - 1);
        return at ? at + 1 : NULL;
    }
    return at;
}

/* The end of one type. @return NULL if the text is malformed */
static const char *skip_type(const char *at, const char *end)
{
    size_t open = 0; /* depth of enclosing function types */
    while (at && at < end) {
        char c = *at;
        bool prefix = c == 'P' || c == 'V' || c == 'K' || c == 'u';
        if (prefix) {
            at++;
            continue;
        }
        if (c == 'A') { /* A_, an array of */
            at += end - at > 1 ? 2 : 1;
            continue;
        }
        if (cg_is_digit(c)) {
            at = skip_name(at, end);
        } else {
            open += c == 'F';
            open -= c == 'E' && open > 0;
            at++;
        }
        if (open == 0) {
            return at;
        }
    }
    return NULL;
}

static char class_of(char first)
{
    if (strchr("fdeg", first)) {
        return 'f';
    }
    return cg_is_digit(first) || first == 'u' || first == '?' ? 's' : 'i';
}

static bool take_source_apart(struct signature *out, const char *at, const char *end)
{
    for (at = skip_type(at + 1, end); at && at < end && *at != 'E'; at = skip_type(at, end)) {
        if (*at == 'z') {
            out->variadic = true;
            at++;
            break;
        }
        if (out->count == MOST_PARAMETERS) {
            return false;
        }
        out->classes[out->count++] = class_of(*at);
    }
    return at && at < end;
}

/* The parts of a type from the IR: classes of passed values, and the type of the source behind
 * them, empty where it is not known. Both are empty for another type. */
static void split_lowered(struct cg_value *classes, struct cg_value *source,
                          const struct cg_value *type)
{
    bool lowered = type->length && type->text[0] == '~';
    const char *last = lowered ? memchr(type->text, ')', type->length) : NULL;
    size_t length = last ? (size_t)(last - type->text) + 1 : 0;
    *classes = (struct cg_value){type->text, length};
    *source =
        last ? (struct cg_value){last + 1, type->length - length} : (struct cg_value){NULL, 0};
}

static bool take_lowered_apart(struct signature *out, const char *at, const char *end)
{
    if (end - at < 4 || at[2] != '(' || end[-1] != ')' || end[-2] == '?') {
        return false;
    }
    out->lowered = true;
    out->variadic = end[-2] == '.';
    end -= out->variadic + 1;
    for (at += 3; at < end; at++) {
        if (out->count == MOST_PARAMETERS) {
            return false;
        }
        out->classes[out->count++] = *at == 'p' ? 'i' : *at;
    }
    return true;
}

/* @return false if the type is unknown, or has no prototype */
static bool take_apart(struct signature *out, const struct cg_value *text)
{
    out->count = 0;
    out->lowered = false;
    out->variadic = false;
    if (text->length < 3) { /* an unknown one has no text, either */
        return false;
    }
    if (text->text[0] == 'F') {
        return take_source_apart(out, text->text, text->text + text->length);
    }
    struct cg_value classes, source;
    split_lowered(&classes, &source, text);
    return classes.length && take_lowered_apart(out, classes.text, classes.text + classes.length);
}

bool signature_is_lowered(const struct cg_value *signature)
{
    return signature->length && signature->text[0] == '~';
}

bool signature_parameters(const struct cg_value *signature, uint32_t *count, bool *variadic)
{
    struct signature parts;
    if (!take_apart(&parts, signature)) {
        return false;
    }
    *count = parts.count;
    *variadic = parts.variadic;
    return true;
}

struct cg_value signature_part(const struct cg_value *signature, uint32_t part)
{
    static const struct cg_value none = {NULL, 0};
    if (signature->length < 3 || *signature->text != 'F') {
        return none;
    }
    const char *at = signature->text + 1, *end = signature->text + signature->length;
    for (uint32_t i = 0; i < part && at && at < end && *at != 'E'; i++) {
        at = skip_type(at, end);
    }
    if (!at || at == end || *at == 'E' || *at == 'z') {
        return none;
    }
    const char *behind = skip_type(at, end);
    return behind ? (struct cg_value){at, (size_t)(behind - at)} : none;
}

struct cg_value signature_pointed_at(const struct cg_value *pointer)
{
    bool function = pointer->length > 2 && pointer->text[0] == 'P' && pointer->text[1] == 'F';
    return function ? (struct cg_value){pointer->text + 1, pointer->length - 1}
                    : (struct cg_value){NULL, 0};
}

/* Records are passed in different ways, so they fit everything. */
static bool same_classes(const struct signature *a, const struct signature *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char x = a->classes[i], y = b->classes[i];
        if (x != y && x != 's' && y != 's') {
            return false;
        }
    }
    return true;
}

bool signatures_bear(const struct cg_value *call, const struct cg_value *function)
{
    struct signature a, b;
    if (!take_apart(&a, call) || !take_apart(&b, function) || a.lowered || b.lowered) {
        return true;
    }
    bool passed = a.variadic || b.count <= a.count;
    return passed && same_classes(&a, &b, a.count < b.count ? a.count : b.count);
}

bool signatures_pass_alike(const struct cg_value *call, const struct cg_value *function)
{
    struct signature a, b;
    if (!take_apart(&a, call) || !take_apart(&b, function) || a.lowered || b.lowered) {
        return true;
    }
    return a.count == b.count && a.variadic == b.variadic && same_classes(&a, &b, a.count);
}

/* The parameters of a type from the IR; empty if it is of the source. */
static struct cg_value lowered_parameters(const struct cg_value *type)
{
    struct cg_value classes, source;
    split_lowered(&classes, &source, type);
    const char *begin = classes.length ? memchr(classes.text, '(', classes.length) : NULL;
    return begin ? (struct cg_value){begin, classes.length - (size_t)(begin - classes.text)}
                 : (struct cg_value){NULL, 0};
}

bool signatures_lower_alike(const struct cg_value *call, const struct cg_value *function)
{
    struct cg_value a = lowered_parameters(call), b = lowered_parameters(function);
    return !a.length || !b.length || json_same(&a, &b);
}

/* One letter for values of one sort: pointers, integers as wide, smaller ones. Sizes are those of
 * x86-64 Linux. */
static char sort_of(const struct cg_value *type)
{
    size_t at = 0;
    while (at + 1 < type->length && (type->text[at] == 'K' || type->text[at] == 'V')) {
        at++;
    }
    static const char *const sorts[] = {"PA", "lmxy", "ijbcahst"};
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        if (strchr(sorts[i], type->text[at])) {
            return *sorts[i];
        }
    }
    return type->text[at];
}

static bool is_known(const struct cg_value *type)
{
    return type->length && !memchr(type->text, '?', type->length) &&
           !memchr(type->text, 'u', type->length);
}

static bool of_one_sort(const struct cg_value *a, const struct cg_value *b)
{
    if (!is_known(a) || !is_known(b)) {
        return true;
    }
    char sort = sort_of(a);
    bool record = cg_is_digit(sort);
    return record ? json_same(a, b) : sort == sort_of(b);
}

static bool returns_nothing(const struct cg_value *signature)
{
    return signature->length > 1 && signature->text[1] == 'v';
}

bool signatures_have_one_shape(const struct cg_value *call, const struct cg_value *function)
{
    struct signature passed;
    struct cg_value callee = *function;
    if (callee.length > 1 && *callee.text == '?') { /* as defined, without prototype */
        callee = (struct cg_value){callee.text + 1, callee.length - 1};
    }
    if (!signatures_pass_alike(call, &callee)) {
        return false;
    }
    if (!take_apart(&passed, call) || passed.lowered) {
        return true;
    }
    uint32_t first = returns_nothing(call) || returns_nothing(&callee);
    bool alike = true;
    for (uint32_t i = first; i <= passed.count && alike; i++) {
        struct cg_value x = signature_part(call, i), y = signature_part(&callee, i);
        alike = of_one_sort(&x, &y);
    }
    return alike;
}

static bool is_vague(const struct cg_value *signature)
{
    return memchr(signature->text, '?', signature->length) != NULL;
}

struct cg_value signature_of_source(const struct cg_value *signature)
{
    struct cg_value classes, source;
    split_lowered(&classes, &source, signature);
    return classes.length ? source : *signature;
}

/* Whether a function is a method, to which no pointer to a function points: only what reads a
 * virtual table as other memory calls it through one. O(1). */
static bool is_of_method(const struct cg_value *signature)
{
    struct cg_value source = signature_of_source(signature);
    return source.length == 1 && *source.text == 'M';
}

/** Whether a type is one of the source, all of which is known: it fits no other text. */
static bool is_exact(const struct cg_value *source)
{
    return source->length > 0 && *source->text == 'F' && !is_vague(source);
}

/* The end of a number and its name, or of one character. */
static const char *skip_word(const char *at, const char *end)
{
    uint64_t length;
    at += cg_take_digits(&length, NULL, at, (size_t)(end - at), UINT32_MAX);
    length = length ? length : 1;
    return length < (size_t)(end - at) ? at + length : end;
}

/** The letters of integers. */
#define INTEGERS "bcahstijlmxyw"

/* Whether one of two words is the name of an enumeration in C++, and the other an integer: C has
 * the integer type of an enumeration in its place. */
static bool may_be_enumeration(char a, char b)
{
    return (cg_is_digit(a) && strchr(INTEGERS, b)) || (cg_is_digit(b) && strchr(INTEGERS, a));
}

/* The same of an enumeration in a namespace or class, whose name is not taken apart: what follows
 * may be equal. */
static bool may_be_nested(char a, char b)
{
    return (strchr("NS", a) && strchr(INTEGERS, b)) || (strchr("NS", b) && strchr(INTEGERS, a));
}

/* Whether a type of C and one of C++ are compatible. O(length). */
static bool same_in_both(const struct cg_value *a, const struct cg_value *b)
{
    const char *x = a->text, *x_end = x + a->length, *y = b->text, *y_end = y + b->length;
    while (x < x_end && y < y_end) {
        const char *x_next = skip_word(x, x_end), *y_next = skip_word(y, y_end);
        bool equal = x_next - x == y_next - y && memcmp(x, y, (size_t)(x_next - x)) == 0;
        if (!equal && !may_be_enumeration(*x, *y)) {
            return may_be_nested(*x, *y);
        }
        x = x_next;
        y = y_next;
    }
    return x == x_end && y == y_end;
}

bool signatures_fit(const struct cg_value *call, const struct cg_value *function)
{
    if (call->text == function->text && call->length == function->length) {
        return true;
    }
    struct cg_value x = signature_of_source(call), y = signature_of_source(function);
    if (is_exact(&x) && is_exact(&y)) {
        bool one = signature_is_lowered(call) == signature_is_lowered(function);
        return one ? json_same(&x, &y) : same_in_both(&x, &y);
    }
    if ((is_exact(&x) && is_of_method(function)) || (is_exact(&y) && is_of_method(call))) {
        return false;
    }
    struct signature a, b;
    if (!take_apart(&a, call) || !take_apart(&b, function) || a.lowered || b.lowered) {
        return true;
    }
    /* Types without prototype, and types nested too deep, fit others of their class. */
    bool vague = is_vague(call) || is_vague(function);
    return vague && a.count == b.count && a.variadic == b.variadic && same_classes(&a, &b, a.count);
}

static bool has_record(const struct signature *signature)
{
    return memchr(signature->classes, 's', signature->count) != NULL;
}

bool signatures_match(const struct cg_value *call, const struct cg_value *function)
{
    struct signature a, b;
    bool same = signature_is_lowered(call) == signature_is_lowered(function);
    if (!take_apart(&a, call) || !take_apart(&b, function)) {
        return true;
    }
    if (same && !a.lowered) {
        return signatures_fit(call, function);
    }
    /* A record is one parameter in the source, and several in the IR. */
    bool unlike = a.lowered != b.lowered && (has_record(&a) || has_record(&b));
    return unlike ||
           (a.count == b.count && a.variadic == b.variadic && same_classes(&a, &b, a.count));
}
