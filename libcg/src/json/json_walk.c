/*
 * Goes from one member or element to the next over the bytes. Also compares strings by what they
 * spell, whatever their escapes.
 */
#include "json/json_walk.h"

#include "strings/byte_masks.h"
#include "strings/text.h"
#include "json/scanner.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

const char *json_skip_space(const char *p, const char *end)
{
    while (p < end && is_space(*p)) {
        p++;
    }
    return p;
}

/* The end of the string that begins at p. */
static const char *json_string_end(const char *p, const char *end)
{
    p++;
    while (end - p >= 8) {
        uint64_t word = word_load(p);
        uint64_t special = (word_equal(word, '"') | word_equal(word, '\\')) & WORD_HIGHS;
        p += special ? word_first(special) : 8;
        if (special && *p == '"') {
            return p + 1;
        }
        p += special ? 2 : 0;
    }
    for (; p < end && *p != '"'; p++) {
        p += *p == '\\';
    }
    return p < end ? p + 1 : end;
}

static bool ends_scalar(char c)
{
    return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *skip_value(const char *p, const char *end)
{
    size_t depth = 0;
    do {
        if (*p == '"') {
            p = json_string_end(p, end);
            continue;
        }
        if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            depth--;
        } else if (!depth) {
            while (p < end && !ends_scalar(*p)) {
                p++;
            }
            return p;
        }
        p++;
    } while (depth && p < end);
    return p;
}

struct cg_value json_trim(const char *text, size_t length)
{
    static const char space[] = {' ', '\t', '\n', '\r'};
    while (length && memchr(space, text[length - 1], sizeof space)) {
        length--;
    }
    while (length && memchr(space, *text, sizeof space)) {
        text++;
        length--;
    }
    return (struct cg_value){text, length};
}

void json_trim_text(struct cg_text *text, size_t from)
{
    if (text->length > from) {
        char *at = text->bytes + from;
        struct cg_value value = json_trim(at, text->length - from);
        memmove(at, value.text, value.length);
        text->length = from + value.length;
    }
}

bool json_walk_start(struct json_walk *walk, const struct cg_value *value, char open)
{
    const char *end = value->text + value->length;
    const char *p = json_skip_space(value->text, end);
    if (p == end || *p != open) {
        return false;
    }
    *walk = (struct json_walk){p + 1, end, open == '[' ? ']' : '}'};
    return true;
}

static struct cg_value take_value(struct json_walk *walk)
{
    const char *start = json_skip_space(walk->at, walk->end);
    walk->at = start < walk->end ? skip_value(start, walk->end) : start;
    return (struct cg_value){start, (size_t)(walk->at - start)};
}

bool json_walk_next(struct json_walk *walk, struct cg_value *key, struct cg_value *value)
{
    walk->at = json_skip_space(walk->at, walk->end);
    if (walk->at < walk->end && *walk->at == ',') {
        walk->at++;
    }
    walk->at = json_skip_space(walk->at, walk->end);
    if (walk->at == walk->end || *walk->at == walk->close) {
        return false;
    }
    if (walk->close == '}') {
        *key = take_value(walk);
        walk->at = json_skip_space(walk->at, walk->end) + 1;
    }
    *value = take_value(walk);
    return true;
}

/* Whether a member's key, as written, represents these bytes. */
static bool is_called(const struct cg_value *name, const char *key, size_t length)
{
    if (name->length == length + 2 && memcmp(name->text + 1, key, length) == 0) {
        return true;
    }
    return name->length > length + 2 && memchr(name->text, '\\', name->length) &&
           json_string_is(name, key, length);
}

bool json_member_called(struct cg_value *out, const struct cg_value *object, const char *key,
                        size_t length)
{
    struct json_walk walk;
    struct cg_value name, value;
    bool found = false;
    if (!json_walk_start(&walk, object, '{')) {
        return false;
    }
    while (json_walk_next(&walk, &name, &value)) {
        if (is_called(&name, key, length)) {
            *out = value;
            found = true;
        }
    }
    return found;
}

bool json_member(struct cg_value *out, const struct cg_value *object, const char *key)
{
    return json_member_called(out, object, key, strlen(key));
}

/* The first white space from p on that is outside strings, or end. */
static const char *next_space(const char *p, const char *end)
{
    while (p < end && !is_space(*p)) {
        p = *p == '"' ? json_string_end(p, end) : p + 1;
    }
    return p;
}

/* Whether there is no byte up to a space at all, between parts or in strings. */
static bool is_without_spaces(const char *p, const char *end)
{
    for (; end - p >= 8; p += 8) {
        uint64_t word = word_load(p);
        if ((word - WORD_ONES * 0x21) & ~word & WORD_HIGHS) {
            return false;
        }
    }
    while (p < end && (unsigned char)*p > ' ') {
        p++;
    }
    return p == end;
}

bool json_is_compact(const struct cg_value *value)
{
    const char *end = value->text + value->length;
    return is_without_spaces(value->text, end) || next_space(value->text, end) == end;
}

void json_compact(struct cg_text *out, const struct cg_value *value)
{
    const char *p = value->text, *end = p + value->length;
    while (p < end) {
        const char *space = next_space(p, end);
        cg_text_put(out, p, (size_t)(space - p));
        p = json_skip_space(space, end);
    }
}

bool json_same(const struct cg_value *a, const struct cg_value *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

int json_compare_bytes(const struct cg_value *a, const struct cg_value *b)
{
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

/* The bytes that a JSON string represents. */
struct spelling {
    const char *at;
    const char *end;
    char bytes[4]; /* of the last escape */
    unsigned count;
    unsigned taken;
};

/* The next byte, -1 at the end. */
static int next_byte(struct spelling *s)
{
    if (s->taken == s->count && s->at < s->end && *s->at == '\\') {
        s->count = json_decode_escape(s->bytes, &s->at);
        s->taken = 0;
    }
    if (s->taken < s->count) {
        return (unsigned char)s->bytes[s->taken++];
    }
    return s->at < s->end ? (unsigned char)*s->at++ : -1;
}

int json_compare_strings(const struct cg_value *a, const struct cg_value *b)
{
    struct spelling x = {.at = a->text + 1, .end = a->text + a->length - 1};
    struct spelling y = {.at = b->text + 1, .end = b->text + b->length - 1};
    int c, d;
    do {
        c = next_byte(&x);
        d = next_byte(&y);
    } while (c == d && c >= 0);
    return c - d;
}

bool json_string_is(const struct cg_value *string, const char *bytes, size_t length)
{
    struct spelling s = {.at = string->text + 1, .end = string->text + string->length - 1};
    for (size_t i = 0; i < length; i++) {
        if (next_byte(&s) != (unsigned char)bytes[i]) {
            return false;
        }
    }
    return next_byte(&s) < 0;
}
