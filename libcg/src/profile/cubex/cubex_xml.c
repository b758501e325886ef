/*
 * Keeps one tag or text in a buffer that is refilled behind what is not taken, and searches it for
 * the next bracket.
 */
#include "profile/cubex/cubex_xml.h"

#include "base/memory.h"
#include "strings/digits.h"
#include "strings/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP (64u << 10)

/* After the bytes read there are always this many more, the first of which is zero. */
#define SLACK 8u

/* Longest reference, "&#x10FFFF;" with some leading zeros. */
#define REFERENCE 16u

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

bool xml_open(struct xml *x, struct source *s, struct cubex_member member)
{
    *x = (struct xml){.line = 1};
    return cubex_stream_open(&x->in, s, member);
}

void xml_close(struct xml *x)
{
    cubex_stream_close(&x->in);
    cg_text_free(&x->text);
    cg_text_free(&x->value);
    free(x->buffer);
}

bool xml_fail(struct xml *x, enum cg_status status, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return source_fail(x->in.window.s, status, "anchor.xml, line %lu: %s", x->line, text);
}

static bool out_of_memory(struct xml *x)
{
    return xml_fail(x, CG_E_MEMORY, "out of memory");
}

/* Read more. The untaken bytes move to the beginning of the buffer. */
static bool more(struct xml *x)
{
    size_t held = x->end - x->at;
    if (x->input_ended) {
        return false;
    }
    if (held > XML_LIMIT_TAG) {
        return xml_fail(x, CG_E_LIMIT, "a tag or text of more than %u MiB", XML_LIMIT_TAG >> 20);
    }
    if (x->at) {
        memmove(x->buffer, x->buffer + x->at, held);
    }
    x->at = 0;
    x->end = held;
    if (!cg_grow(&x->buffer, &x->capacity, held + STEP + SLACK, 1)) {
        return out_of_memory(x);
    }
    size_t got = cubex_stream_read(&x->in, x->buffer + held, x->capacity - held - SLACK);
    x->end += got;
    x->input_ended = !got;
    memset(x->buffer + x->end, 0, SLACK);
    return got != 0;
}

static bool failed(const struct xml *x)
{
    return x->in.window.s->status != CG_OK;
}

static void advance(struct xml *x, size_t length)
{
    const char *p = x->buffer + x->at;
    const char *end = p + length;
    while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        x->line++;
        p++;
    }
    x->at += length;
}

/* Whether these bytes come next. */
static bool comes(struct xml *x, const char *bytes, size_t length)
{
    while (x->end - x->at < length && more(x)) {
    }
    return x->end - x->at >= length && memcmp(x->buffer + x->at, bytes, length) == 0;
}

/* Go to the next occurrence of these bytes, or to the end. */
static bool seek(struct xml *x, const char *bytes, size_t length)
{
    do {
        size_t held = x->end - x->at;
        const char *from = x->buffer + x->at;
        const char *found = held ? memmem(from, held, bytes, length) : NULL;
        if (found) {
            advance(x, (size_t)(found - from));
            return true;
        }
        if (held >= length) {
            advance(x, held - length + 1);
        }
    } while (more(x));
    advance(x, x->end - x->at);
    return false;
}

static void skip_past(struct xml *x, const char *bytes, size_t length)
{
    if (seek(x, bytes, length)) {
        advance(x, length);
    }
}

/* Load all bytes up to the next occurrence of these, from an offset on, into the buffer. */
static size_t load_up_to(struct xml *x, size_t offset, const char *bytes, size_t length)
{
    for (;;) {
        size_t held = x->end - x->at;
        const char *from = x->buffer + x->at;
        const char *found =
            held > offset ? memmem(from + offset, held - offset, bytes, length) : NULL;
        if (found || !more(x)) {
            return found ? (size_t)(found - from) : x->end - x->at;
        }
        offset = held >= length && held - length + 1 > offset ? held - length + 1 : offset;
    }
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool put_number(struct cg_text *out, const char *digits, size_t length)
{
    unsigned base = length && (digits[0] | 0x20) == 'x' ? 16 : 10;
    unsigned long code = 0;
    for (size_t i = base == 16; i < length; i++) {
        unsigned digit = (unsigned)cg_hex_digit(digits[i]); /* none is large */
        if (digit >= base || code > 0x10ffff) {
            return false;
        }
        code = code * base + digit;
    }
    if (!code || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        return false;
    }
    cg_text_add_character(out, code);
    return true;
}

/* @return the length of the reference at p; 0: there is none */
static size_t put_reference(struct cg_text *out, const char *p, size_t length)
{
    static const char names[5][5] = {"lt", "gt", "amp", "quot", "apos"};
    const char *end = memchr(p, ';', length < REFERENCE ? length : REFERENCE);
    size_t inside = end ? (size_t)(end - p) - 1 : 0;
    if (!inside) {
        return 0;
    }
    for (size_t i = 0; i < 5; i++) {
        if (inside == strnlen(names[i], 5) && memcmp(p + 1, names[i], inside) == 0) {
            cg_text_put(out, &"<>&\"'"[i], 1);
            return inside + 2;
        }
    }
    return p[1] == '#' && put_number(out, p + 2, inside - 1) ? inside + 2 : 0;
}

/* The text must be followed by a byte that does not continue a character. */
static bool put_text(struct cg_text *out, const char *p, size_t length, bool references)
{
    const char *end = p + length;
    while (p < end) {
        size_t used = 0;
        if (*p == '&' && references) {
            used = put_reference(out, p, (size_t)(end - p));
        }
        if (!used && *p > 0) {
            used = 1;
            cg_text_put(out, p, 1);
        } else if (!used) {
            used = *p ? utf8_length((const unsigned char *)p) : 0;
            cg_text_put(out, used ? p : replacement, used ? used : sizeof replacement - 1);
            used = used ? used : 1;
        }
        p += used;
    }
    return !out->failed;
}

static bool set_text(struct xml *x, struct cg_text *out, const char *p, size_t length,
                     bool references)
{
    cg_text_clear(out);
    return put_text(out, p, length, references) || out_of_memory(x);
}

/* Text up to the next "<"; if it begins with one, up to the one after. */
static enum xml_event take_text(struct xml *x)
{
    if (!x->wanted) {
        advance(x, 1);
        seek(x, "<", 1);
        return XML_NOTHING;
    }
    size_t length = load_up_to(x, 1, "<", 1);
    if (failed(x) || !set_text(x, &x->text, x->buffer + x->at, length, true)) {
        return XML_NOTHING;
    }
    advance(x, length);
    return XML_TEXT;
}

/* After "<![CDATA[". */
static enum xml_event take_raw_text(struct xml *x)
{
    enum xml_event event = XML_NOTHING;
    if (x->wanted) {
        size_t length = load_up_to(x, 0, "]]>", 3);
        if (failed(x) || !set_text(x, &x->text, x->buffer + x->at, length, false)) {
            return XML_NOTHING;
        }
        event = XML_TEXT;
    }
    skip_past(x, "]]>", 3);
    return event;
}

/* Offset of the ">" that ends the current tag: one outside quotes, which follow "=". */
static bool reach_tag_end(struct xml *x, size_t *length)
{
    char quote = 0, last = 0;
    for (size_t i = 1;; i++) {
        while (x->at + i >= x->end) {
            if (!more(x)) {
                return xml_fail(x, CG_E_FORMAT, "it ends within a tag");
            }
        }
        char c = x->buffer[x->at + i];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '>') {
            *length = i;
            return true;
        } else if ((c == '"' || c == '\'') && last == '=') {
            quote = c;
        }
        last = is_space(c) ? last : c;
    }
}

/* The tag at the current "<". */
static enum xml_event take_tag(struct xml *x)
{
    size_t length = 0;
    if (!reach_tag_end(x, &length)) {
        return XML_NOTHING;
    }
    const char *p = x->buffer + x->at + 1;
    const char *end = x->buffer + x->at + length;
    bool closes = *p == '/';
    p += closes;
    x->name = p;
    while (p < end && !is_space(*p) && *p != '/') {
        p++;
    }
    x->name_length = (size_t)(p - x->name);
    x->closing = !closes && end[-1] == '/';
    x->attributes = p;
    x->attributes_length = (size_t)(end - p) - (x->closing ? 1 : 0);
    advance(x, length + 1);
    return closes ? XML_CLOSE : XML_OPEN;
}

static bool begins_tag(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/';
}

/* Markup that begins with "<!" or "<?". */
static enum xml_event take_declaration(struct xml *x)
{
    if (comes(x, "<![CDATA[", 9)) {
        advance(x, 9);
        return take_raw_text(x);
    }
    if (comes(x, "<!--", 4)) {
        advance(x, 4);
        skip_past(x, "-->", 3);
    } else {
        skip_past(x, ">", 1);
    }
    return XML_NOTHING;
}

enum xml_event xml_next(struct xml *x)
{
    enum xml_event event = XML_NOTHING;
    if (x->closing) {
        x->closing = false;
        return XML_CLOSE;
    }
    while (!event && !failed(x)) {
        if (x->end - x->at < 2 && !more(x) && x->at == x->end) {
            break;
        }
        char next = x->end - x->at > 1 ? x->buffer[x->at + 1] : '\0';
        if (x->buffer[x->at] != '<') {
            event = take_text(x);
        } else if (begins_tag(next)) {
            event = take_tag(x);
        } else if (next == '!' || next == '?') {
            event = take_declaration(x);
        } else {
            event = take_text(x);
        }
    }
    return failed(x) ? XML_NOTHING : event;
}

/* Take the next attribute off the front of the rest. */
static bool next_attribute(const char **at, const char *end, const char **key, size_t *key_length,
                           const char **value, size_t *value_length)
{
    const char *p = *at;
    while (p < end && (is_space(*p) || *p == '/' || *p == '=')) {
        p++;
    }
    for (*key = p; p < end && !is_space(*p) && *p != '='; p++) {
    }
    *key_length = (size_t)(p - *key);
    while (p < end && is_space(*p)) {
        p++;
    }
    *value = p;
    *value_length = 0;
    if (p < end && *p == '=') {
        for (p++; p < end && is_space(*p); p++) {
        }
        char quote = p < end && (*p == '"' || *p == '\'') ? *p++ : 0;
        for (*value = p; p < end && (quote ? *p != quote : !is_space(*p)); p++) {
        }
        *value_length = (size_t)(p - *value);
        p += quote && p < end;
    }
    *at = p;
    return *key_length != 0;
}

bool xml_attribute(struct xml *x, const char *name)
{
    const char *at = x->attributes;
    const char *end = at + x->attributes_length;
    const char *key, *value;
    size_t key_length, value_length, length = strlen(name);
    while (next_attribute(&at, end, &key, &key_length, &value, &value_length)) {
        if (key_length == length && memcmp(key, name, length) == 0) {
            return set_text(x, &x->value, value, value_length, true);
        }
    }
    return false;
}

void xml_skip(struct xml *x, const char *name)
{
    size_t length = strlen(name);
    if (x->closing) {
        return;
    }
    while (seek(x, "</", 2) && !failed(x)) {
        while (x->end - x->at < length + 3 && more(x)) {
        }
        const char *tag = x->buffer + x->at + 2;
        if (x->end - x->at >= length + 3 && memcmp(tag, name, length) == 0 &&
            (is_space(tag[length]) || tag[length] == '>')) {
            return;
        }
        advance(x, 2);
    }
}
