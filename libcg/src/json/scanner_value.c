/* Words, numbers, and whole values of any depth. */
#include "json/scanner_internal.h"

#include "strings/digits.h"

#include <string.h>

static bool take_word(struct scanner *s, const char *word)
{
    size_t length = strlen(word);
    scanner_have(s, length);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0) {
        return false;
    }
    s->at += length;
    return true;
}

bool scanner_bool(struct scanner *s, bool *out)
{
    scanner_peek(s);
    *out = take_word(s, "true");
    return *out || take_word(s, "false") || scanner_unexpected(s, "true or false");
}

bool scanner_null(struct scanner *s)
{
    return scanner_peek(s) == 'n' && (take_word(s, "null") || scanner_unexpected(s, "a value"));
}

static const char *skip_digits(const char *p)
{
    while (cg_is_digit(*p)) {
        p++;
    }
    return p;
}

/* End of the JSON number at p, NULL if it is not one. */
static const char *number_end(const char *p)
{
    p += *p == '-';
    if (!cg_is_digit(*p)) {
        return NULL;
    }
    p = *p == '0' ? p + 1 : skip_digits(p);
    if (*p == '.') {
        if (!cg_is_digit(*++p)) {
            return NULL;
        }
        p = skip_digits(p);
    }
    if (*p == 'e' || *p == 'E') {
        p += p[1] == '+' || p[1] == '-' ? 2 : 1;
        if (!cg_is_digit(*p)) {
            return NULL;
        }
        p = skip_digits(p);
    }
    return p;
}

static bool skip_number(struct scanner *s)
{
    const char *whole = number_end(s->at);
    if (whole && whole < s->end &&
        !cg_is_digit(*whole)) { /* the byte that ends it is in the window */
        s->at = whole;
        return true;
    }
    size_t length = 32;
    do {
        length *= 2;
    } while (scanner_have(s, length) && strspn(s->at, "+-.eE0123456789") >= length - 1);
    const char *end = number_end(s->at);
    if (!end || cg_is_digit(*end)) {
        return scanner_fail(s, CG_E_FORMAT, "malformed number");
    }
    s->at = end;
    return true;
}

static bool skip_scalar(struct scanner *s, int c)
{
    struct slice ignored;
    if (c == '"') {
        return scanner_string(s, &ignored);
    }
    if (c == '-' || cg_is_digit(c)) {
        return skip_number(s);
    }
    if ((c == 't' && take_word(s, "true")) || (c == 'f' && take_word(s, "false")) ||
        (c == 'n' && take_word(s, "null"))) {
        return true;
    }
    return scanner_unexpected(s, "a value");
}

static bool skip_key(struct scanner *s)
{
    struct slice ignored;
    return scanner_string(s, &ignored) && scanner_expect(s, ':', "':'");
}

/* The open values while skipping: their closing bytes. */
struct nesting {
    char close[CG_LIMIT_DEPTH + SCANNER_WRAPPED];
    unsigned depth;
};

/* Enter an object or array. Sets *value when a value follows, else it was empty and is closed. */
static bool enter_nesting(struct scanner *s, struct nesting *open, char close, bool *value)
{
    if (open->depth == CG_LIMIT_DEPTH + s->wrapped) {
        return scanner_fail(s, CG_E_LIMIT, "nested more than %u deep", CG_LIMIT_DEPTH);
    }
    s->at++;
    *value = scanner_peek(s) != close;
    if (!*value) {
        s->at++;
        return true;
    }
    open->close[open->depth++] = close;
    return close == ']' || skip_key(s);
}

/* After a value: close what closes. Sets *value when another value follows. */
static bool close_values(struct scanner *s, struct nesting *open, bool *value)
{
    *value = false;
    while (open->depth && !*value) {
        char close = open->close[open->depth - 1];
        int c = scanner_peek(s);
        if (c == close) {
            s->at++;
            open->depth--;
        } else if (c == ',') {
            s->at++;
            *value = true;
            if (close == '}' && !skip_key(s)) {
                return false;
            }
        } else {
            return scanner_unexpected(s, close == '}' ? "',' or '}'" : "',' or ']'");
        }
    }
    return true;
}

static bool skip_values(struct scanner *s, struct nesting *open)
{
    bool value = true;
    while (value) {
        int c = scanner_peek(s);
        if (c == '{' || c == '[') {
            if (!enter_nesting(s, open, c == '{' ? '}' : ']', &value)) {
                return false;
            }
            if (value) {
                continue;
            }
        } else if (!skip_scalar(s, c)) {
            return false;
        }
        if (!close_values(s, open, &value)) {
            return false;
        }
    }
    return true;
}

/* Most values have no white space or escapes and lie in the window as a whole. These functions scan
 * them without counting lines; for all others they return NULL, and the general functions take
 * over. A zero byte at the end of the window stops every loop. */

static const char *plain_string_end(const char *p)
{
    p = *p == '"' ? scanner_skip_plain(p + 1) : p;
    return *p == '"' ? p + 1 : NULL;
}

static const char *plain_key_end(const char *p)
{
    p = *p == '"' ? plain_string_end(p) : NULL;
    return p && *p == ':' ? p + 1 : NULL;
}

static const char *plain_scalar_end(const char *p)
{
    switch (*p) {
    case '"':
        return plain_string_end(p);
    case 't':
        return memcmp(p, "true", 4) == 0 ? p + 4 : NULL;
    case 'n':
        return memcmp(p, "null", 4) == 0 ? p + 4 : NULL;
    case 'f':
        return memcmp(p, "false", 5) == 0 ? p + 5 : NULL;
    default:
        p = number_end(p);
        return p && !cg_is_digit(*p) ? p : NULL;
    }
}

#define PLAIN_DEPTH 64u

/* Open arrays and objects, innermost lowest: one bit each, set for objects. */
struct plain_nesting {
    uint64_t objects;
    unsigned depth;
};

/* Enter an object or array that is not empty. @return its first value, or NULL. */
static const char *plain_enter(struct plain_nesting *open, const char *p)
{
    bool object = *p == '{';
    if (open->depth++ == PLAIN_DEPTH) {
        return NULL;
    }
    open->objects = open->objects << 1 | object;
    return object ? plain_key_end(p + 1) : p + 1;
}

/* After a value: close what closes. @return the next value, or the end when nothing is left open;
 * or NULL. */
static const char *plain_leave(struct plain_nesting *open, const char *p)
{
    while (open->depth) {
        bool object = open->objects & 1;
        if (*p == ',') {
            return object ? plain_key_end(p + 1) : p + 1;
        }
        if (*p != (object ? '}' : ']')) {
            return NULL;
        }
        p++;
        open->objects >>= 1;
        open->depth--;
    }
    return p;
}

static const char *plain_value_end(const char *p)
{
    struct plain_nesting open = {0, 0};
    do {
        bool nested = *p == '{' || *p == '[';
        bool empty = nested && p[1] == (*p == '{' ? '}' : ']');
        if (nested && !empty) {
            p = plain_enter(&open, p);
            continue;
        }
        p = empty ? p + 2 : plain_scalar_end(p);
        p = p ? plain_leave(&open, p) : NULL;
    } while (p && open.depth);
    return p;
}

/* A number may continue after the window. */
static bool take_plain(struct scanner *s, struct slice *out)
{
    const char *end = plain_value_end(s->at);
    if (!end || end >= s->end || (size_t)(end - s->at) > CG_LIMIT_VALUE) {
        return false;
    }
    *out = (struct slice){s->at, (size_t)(end - s->at), false};
    s->at = end;
    return true;
}

bool scanner_value(struct scanner *s, struct slice *out)
{
    if (!s->status && take_plain(s, out)) {
        return true;
    }
    if (scanner_peek(s) < 0) {
        return scanner_unexpected(s, "a value");
    }
    struct nesting open;
    open.depth = 0;
    bool nested = s->keep != NULL;
    if (!nested) {
        s->keep = s->at;
    }
    size_t start = (size_t)(s->at - s->keep);
    if (!skip_values(s, &open)) {
        return false;
    }
    const char *text = s->keep + start;
    *out = (struct slice){text, (size_t)(s->at - text), false};
    if (out->length > CG_LIMIT_VALUE) {
        return scanner_fail(s, CG_E_LIMIT, "a value of more than %u MiB", CG_LIMIT_VALUE >> 20);
    }
    if (!nested) {
        s->keep = NULL;
    }
    return true;
}

bool scanner_skip(struct scanner *s)
{
    struct slice ignored;
    struct nesting open;
    open.depth = 0;
    return (!s->status && take_plain(s, &ignored)) || skip_values(s, &open);
}

bool scanner_wrapped_value(struct scanner *s, struct slice *out)
{
    s->wrapped = SCANNER_WRAPPED;
    bool ok = scanner_value(s, out);
    s->wrapped = 0;
    return ok;
}

bool scanner_finish_object(struct scanner *s)
{
    struct nesting open;
    open.close[0] = '}';
    open.depth = 1;
    return skip_values(s, &open);
}

/* Most checked values are short: a copy with padding needs no window. */
static bool is_plain(const char *text, size_t length)
{
    char copy[256] = "";
    if (length > sizeof copy - 2 * sizeof(uint64_t)) {
        return false;
    }
    memcpy(copy, text, length);
    return plain_value_end(copy) == copy + length;
}

int json_check(const char *text, size_t length, struct cg_error *error)
{
    struct scanner s;
    struct slice value;
    if (length && is_plain(text, length)) {
        return CG_OK;
    }
    if (scanner_init(&s, -1, text, length, "", error) && scanner_value(&s, &value)) {
        scanner_at_end(&s);
    }
    scanner_free(&s);
    return s.status;
}
