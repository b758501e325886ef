/* A line of a stack: address, name, offset, object. */
#include "profile/perf/perf.h"

#include "profile/common/profile_number.h"
#include "strings/digits.h"

#include <string.h>

const char *perf_address(const char *line, const char *end, uint64_t *address)
{
    uint64_t value = 0;
    unsigned count = 0;
    while (line < end && (*line == ' ' || *line == '\t')) {
        line++;
    }
    for (; line < end && cg_hex_digit(*line) >= 0; line++) {
        value = value << 4 | (unsigned)cg_hex_digit(*line);
        count++;
    }
    *address = value;
    return count > 0 && count <= 16 && (line == end || *line == ' ' || *line == '\t') ? line : NULL;
}

static bool ends_with(struct perf_text text, const char *end)
{
    size_t length = strlen(end);
    return text.length >= length && memcmp(text.bytes + text.length - length, end, length) == 0;
}

static bool drop(struct perf_text *text, const char *end)
{
    bool there = ends_with(*text, end);
    text->length -= there ? strlen(end) : 0;
    return there;
}

/* The beginning of a "+0xOFFSET" that ends the text or precedes an object; NULL: none. */
static const char *find_offset(struct perf_text text, const char **behind)
{
    const char *end = text.bytes + text.length;
    const char *at = text.bytes;
    while ((at = memmem(at, (size_t)(end - at), "+0x", 3)) != NULL) {
        const char *p = at + 3;
        while (p < end && cg_hex_digit(*p) >= 0) {
            p++;
        }
        if (p > at + 3 && (p == end || (end - p > 2 && p[0] == ' ' && p[1] == '('))) {
            *behind = p;
            return at;
        }
        at += 3;
    }
    return NULL;
}

/* The "(" that matches the ")" at the end, if a blank precedes it. */
static const char *find_balanced(struct perf_text text)
{
    size_t open = 0;
    for (size_t i = text.length; i-- > 0;) {
        open += text.bytes[i] == ')';
        open -= text.bytes[i] == '(';
        if (!open) {
            return i == 0 || text.bytes[i - 1] == ' ' ? text.bytes + i : NULL;
        }
    }
    return NULL;
}

/* The beginning of the object, with its parenthesis. Paths and names of functions may contain
 * blanks and parentheses; but no name contains " (/" or " ([". */
static const char *find_object(struct perf_text text)
{
    if (!ends_with(text, ")")) {
        return NULL;
    }
    const char *path = memmem(text.bytes, text.length, " (/", 3);
    const char *special = memmem(text.bytes, text.length, " ([", 3);
    const char *first = path && (!special || path < special) ? path : special;
    return first ? first + 1 : find_balanced(text);
}

/* "(/path/of/it (deleted)+0x1136)" */
static struct perf_text bare_object(const char *begin, const char *end)
{
    struct perf_text text = {begin + 1, (size_t)(end - begin) - 1};
    const char *behind;
    if (!drop(&text, ")")) {
        return text;
    }
    const char *offset = find_offset(text, &behind);
    if (offset && behind == text.bytes + text.length) {
        text.length = (size_t)(offset - text.bytes);
    }
    drop(&text, " (deleted)");
    bool unknown = text.length == 9 && memcmp(text.bytes, "[unknown]", 9) == 0;
    return unknown || !text.length ? (struct perf_text){0} : text;
}

void perf_symbol(struct perf_symbol *out, const char *text, size_t length)
{
    struct perf_text rest = {text, length};
    const char *end, *behind;
    while (rest.length && rest.bytes[0] == ' ') {
        rest.bytes++;
        rest.length--;
    }
    while (drop(&rest, " ")) {
    }
    *out = (struct perf_symbol){.closed = ends_with(rest, ")")};
    out->inlined = drop(&rest, "(inlined)");
    while (drop(&rest, " ")) {
    }
    end = rest.bytes + rest.length;
    out->name = rest;
    const char *offset = find_offset(rest, &behind);
    const char *object = offset && behind < end ? behind + 1 : offset ? NULL : find_object(rest);
    if (offset || object) {
        out->name.length = (size_t)((offset ? offset : object) - rest.bytes);
        while (drop(&out->name, " ")) {
        }
    }
    if (object) {
        out->object = bare_object(object, end);
    }
}

bool perf_source_line(const char *text, size_t length, struct perf_text *file, uint32_t *line,
                      bool *inlined)
{
    struct perf_text rest = {text, length};
    uint64_t number;
    *inlined = drop(&rest, " (inlined)");
    const char *discriminator = memmem(rest.bytes, rest.length, " (discriminator ", 16);
    rest.length = discriminator ? (size_t)(discriminator - rest.bytes) : rest.length;
    const char *colon = memrchr(rest.bytes, ':', rest.length);
    const char *end = rest.bytes + rest.length;
    if (!colon || colon == rest.bytes || number_take_whole(colon + 1, end, &number) != end ||
        number == 0 || number > UINT32_MAX || *rest.bytes == '?') {
        return false;
    }
    *file = (struct perf_text){rest.bytes, (size_t)(colon - rest.bytes)};
    *line = (uint32_t)number;
    return true;
}
