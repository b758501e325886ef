#include "base/json.h"

#include <string.h>

static const char *skip_space(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) {
        p++;
    }
    return p;
}

const char *json_string_end(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++) {
        p += *p == '\\';
    }
    return p < end ? p + 1 : end;
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
            while (p < end && !strchr(",]} \t\r\n", *p)) {
                p++;
            }
            return p;
        }
        p++;
    } while (depth && p < end);
    return p;
}

bool json_walk_start(struct json_walk *walk, const struct cg_value *value, char open)
{
    const char *end = value->text + value->length;
    const char *p = skip_space(value->text, end);
    if (p == end || *p != open) {
        return false;
    }
    *walk = (struct json_walk){p + 1, end, open == '[' ? ']' : '}'};
    return true;
}

static struct cg_value take(struct json_walk *walk)
{
    const char *start = skip_space(walk->at, walk->end);
    walk->at = start < walk->end ? skip_value(start, walk->end) : start;
    return (struct cg_value){start, (size_t)(walk->at - start)};
}

bool json_walk_next(struct json_walk *walk, struct cg_value *key, struct cg_value *value)
{
    walk->at = skip_space(walk->at, walk->end);
    if (walk->at < walk->end && *walk->at == ',') {
        walk->at++;
    }
    walk->at = skip_space(walk->at, walk->end);
    if (walk->at == walk->end || *walk->at == walk->close) {
        return false;
    }
    if (walk->close == '}') {
        *key = take(walk);
        walk->at = skip_space(walk->at, walk->end) + 1;
    }
    *value = take(walk);
    return true;
}

bool json_member(struct cg_value *out, const struct cg_value *object, const char *key)
{
    struct json_walk walk;
    struct cg_value name, value;
    size_t length = strlen(key);
    if (!json_walk_start(&walk, object, '{')) {
        return false;
    }
    while (json_walk_next(&walk, &name, &value)) {
        if (name.length == length + 2 && memcmp(name.text + 1, key, length) == 0) {
            *out = value;
            return true;
        }
    }
    return false;
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
