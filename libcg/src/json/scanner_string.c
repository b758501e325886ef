/* Strings: the hot loop of reading. */
#include "json/scanner_internal.h"

#include "strings/digits.h"
#include "strings/utf8.h"

#include <string.h>

/* Value of the four hexadecimal digits at p, -1 if they are not. */
static int32_t hex_code(const char *p)
{
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = cg_hex_digit(p[i]);
        if (digit < 0) {
            return -1;
        }
        code = code << 4 | digit;
    }
    return code;
}

static bool is_high_surrogate(int32_t code)
{
    return code >= 0xd800 && code < 0xdc00;
}

static bool is_low_surrogate(int32_t code)
{
    return code >= 0xdc00 && code < 0xe000;
}

/* Skip the escape sequence at the backslash. */
static bool skip_escape(struct scanner *s)
{
    scanner_have(s, 12);
    size_t left = (size_t)(s->end - s->at);
    char c = left > 1 ? s->at[1] : 0;
    if (c && strchr("\"\\/bfnrt", c)) {
        s->at += 2;
        return true;
    }
    int32_t code = c == 'u' && left >= 6 ? hex_code(s->at + 2) : -1;
    if (code < 0) {
        return scanner_fail(s, CG_E_FORMAT, "bad escape sequence in a string");
    }
    if (is_high_surrogate(code)) {
        bool paired = left >= 12 && s->at[6] == '\\' && s->at[7] == 'u' &&
                      is_low_surrogate(hex_code(s->at + 8));
        if (!paired) {
            return scanner_fail(s, CG_E_FORMAT, "half a surrogate pair in a string");
        }
        s->at += 6;
    } else if (is_low_surrogate(code)) {
        return scanner_fail(s, CG_E_FORMAT, "half a surrogate pair in a string");
    }
    s->at += 6;
    return true;
}

static bool skip_utf8(struct scanner *s)
{
    scanner_have(s, 4); /* a zero byte after the window ends any sequence */
    unsigned length = utf8_length((const unsigned char *)s->at);
    if (!length) {
        return scanner_fail(s, CG_E_FORMAT, "byte 0x%02x is not UTF-8", (unsigned char)*s->at);
    }
    s->at += length;
    return true;
}

/* Process the byte that ended a run of plain ones, inside a string. */
static bool skip_special(struct scanner *s, bool *escaped)
{
    unsigned char c = (unsigned char)*s->at;
    if (c == '\\') {
        *escaped = true;
        return skip_escape(s);
    }
    if (c >= 0x80) {
        return skip_utf8(s);
    }
    if (s->at != s->end) {
        return scanner_fail(s, CG_E_FORMAT, "control character 0x%02x in a string", c);
    }
    return scanner_refill(s) ||
           (!s->status && scanner_fail(s, CG_E_FORMAT, "the input ends inside a string"));
}

bool scanner_string(struct scanner *s, struct slice *out)
{
    if (scanner_peek(s) != '"') {
        return scanner_unexpected(s, "a string");
    }
    s->at++;
    bool nested = s->keep != NULL;
    if (!nested) {
        s->keep = s->at;
    }
    size_t start = (size_t)(s->at - s->keep);
    bool escaped = false;
    for (;;) {
        s->at = scanner_skip_plain(s->at);
        if (*s->at == '"') {
            break;
        }
        if (!skip_special(s, &escaped)) {
            return false;
        }
    }
    const char *text = s->keep + start;
    *out = (struct slice){text, (size_t)(s->at - text), escaped};
    s->at++;
    if (!nested) {
        s->keep = NULL;
    }
    return true;
}

unsigned json_decode_escape(char *out, const char **at)
{
    static const char escapes[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    const char *p = *at;
    if (p[1] != 'u') {
        *out = meanings[strchr(escapes, p[1]) - escapes];
        *at = p + 2;
        return 1;
    }
    int32_t code = hex_code(p + 2);
    p += 6;
    if (is_high_surrogate(code)) {
        code = 0x10000 + ((code - 0xd800) << 10) + (hex_code(p + 2) - 0xdc00);
        p += 6;
    }
    *at = p;
    return utf8_write(out, (uint32_t)code);
}

/* No character takes more bytes than its escape. */
size_t json_decode(char *out, const char *text, size_t length)
{
    const char *p = text, *end = p + length;
    char *to = out;
    while (p < end) {
        const char *escape = memchr(p, '\\', (size_t)(end - p));
        size_t plain = (size_t)((escape ? escape : end) - p);
        memcpy(to, p, plain);
        to += plain;
        p += plain;
        to += escape ? json_decode_escape(to, &p) : 0;
    }
    return (size_t)(to - out);
}

void json_unescape(struct cg_text *out, const char *text, size_t length)
{
    char *room = length ? cg_text_reserve(out, length) : NULL;
    if (room) {
        out->length += json_decode(room, text, length);
    }
}

static bool decode(struct scanner *s, struct cg_text *scratch, struct slice *slice)
{
    cg_text_clear(scratch);
    json_unescape(scratch, slice->text, slice->length);
    if (scratch->failed) {
        return scanner_fail(s, CG_E_MEMORY, "out of memory");
    }
    if (scratch->length && memchr(scratch->bytes, 0, scratch->length)) {
        return scanner_fail(s, CG_E_FORMAT, "a NUL character in a name");
    }
    *slice = (struct slice){scratch->bytes, scratch->length, false};
    return true;
}

bool scanner_name(struct scanner *s, struct cg_text *scratch, struct slice *out)
{
    if (!scanner_string(s, out)) {
        return false;
    }
    if (out->length > CG_LIMIT_NAME) {
        return scanner_fail(s, CG_E_LIMIT, "a name of %zu bytes, %u are allowed", out->length,
                            CG_LIMIT_NAME);
    }
    return !out->escaped || decode(s, scratch, out);
}
