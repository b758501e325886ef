/* The public functions for values (libcg/value.h), on the walks of json_walk.h. */
#include <libcg/value.h>

#include "json/json_walk.h"

#include "strings/digits.h"
#include "json/scanner.h"

#include <string.h>

static enum cg_value_type number_type(const struct cg_value *value)
{
    bool whole = cg_digits(value->text + 1, value->length - 1) == value->length - 1;
    return whole ? CG_VALUE_INTEGER : CG_VALUE_REAL;
}

enum cg_value_type cg_value_type(const struct cg_value *value)
{
    switch (value->length ? *value->text : 'n') {
    case 'n':
        return CG_VALUE_NULL;
    case 't':
    case 'f':
        return CG_VALUE_BOOLEAN;
    case '"':
        return CG_VALUE_STRING;
    case '[':
        return CG_VALUE_ARRAY;
    case '{':
        return CG_VALUE_OBJECT;
    default:
        return number_type(value);
    }
}

bool cg_value_integer(int64_t *out, const struct cg_value *value)
{
    uint64_t number;
    bool negative = value->length && *value->text == '-';
    if (!cg_read_digits(&number, value->text + negative, value->length - negative,
                        (uint64_t)INT64_MAX + negative)) {
        return false;
    }
    *out = negative && number ? -(int64_t)(number - 1) - 1 : (int64_t)number;
    return true;
}

bool cg_value_is_true(const struct cg_value *value)
{
    return json_is(value, 't');
}

void cg_value_walk_start(struct cg_value_walk *walk, const struct cg_value *value)
{
    struct json_walk inner = {.close = '\0'};
    bool any = json_walk_start(&inner, value, '[') || json_walk_start(&inner, value, '{');
    *walk = any ? (struct cg_value_walk){inner.at, inner.end, inner.close}
                : (struct cg_value_walk){NULL, NULL, '\0'};
}

bool cg_value_walk_next(struct cg_value_walk *walk, struct cg_value *key, struct cg_value *value)
{
    struct json_walk inner = {walk->at, walk->end, walk->close};
    struct cg_value ignored;
    bool more = walk->close && json_walk_next(&inner, key ? key : &ignored, value);
    walk->at = inner.at;
    return more;
}

bool cg_value_member(struct cg_value *out, const struct cg_value *object, const char *key)
{
    return json_member(out, object, key);
}

bool cg_value_is_string(const struct cg_value *value, const char *text, size_t length)
{
    if (!json_is(value, '"')) {
        return false;
    }
    if (!memchr(value->text, '\\', value->length)) {
        return value->length == length + 2 && memcmp(value->text + 1, text, length) == 0;
    }
    return json_string_is(value, text, length);
}

bool cg_value_at(struct cg_value *out, const struct cg_value *value, const char *path)
{
    struct cg_value at = *value;
    while (path && *path) {
        struct cg_value part;
        size_t rest = strlen(path);
        size_t length = strcspn(path, ".");
        if (json_member_called(&part, &at, path, rest)) {
            length = rest;
        } else if (length == rest || !json_member_called(&part, &at, path, length)) {
            return false;
        }
        at = part;
        path += length == rest ? rest : length + 1;
    }
    *out = at;
    return true;
}

size_t cg_value_text(char *out, const struct cg_value *string)
{
    bool is = cg_value_type(string) == CG_VALUE_STRING;
    size_t length = is ? json_decode(out, string->text + 1, string->length - 2) : 0;
    out[length] = '\0';
    return length;
}
