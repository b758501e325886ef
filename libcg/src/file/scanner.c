#include "file/scanner.h"

#include "base/error.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WINDOW_BYTES ((size_t)1 << 18)
#define PADDING 16u /* zero bytes behind the window, so that words can be loaded past its end */

bool scanner_init(struct scanner *s, int fd, const void *memory, size_t length, const char *name,
                  struct cg_error *error)
{
    size_t capacity = fd < 0 && length < WINDOW_BYTES ? length + 1 : WINDOW_BYTES;
    *s = (struct scanner){.fd = fd,
                          .memory = memory,
                          .memory_left = length,
                          .name = name,
                          .error = error,
                          .line = 1,
                          .capacity = capacity};
    s->buffer = malloc(capacity + PADDING);
    if (!s->buffer) {
        s->status = cg_fail_memory(error);
        return false;
    }
    memset(s->buffer, 0, PADDING);
    s->at = s->end = s->buffer;
    return true;
}

void scanner_free(struct scanner *s)
{
    free(s->buffer);
    s->buffer = NULL;
}

struct place scanner_place(const struct scanner *s)
{
    uint64_t offset = s->buffer_offset + (uint64_t)(s->at - s->buffer);
    return (struct place){s->line, (unsigned long)(offset - s->line_offset) + 1};
}

static bool fail_va(struct scanner *s, struct place place, enum cg_status status,
                    const char *format, va_list arguments)
{
    if (!s->status) {
        char text[sizeof s->error->text];
        vsnprintf(text, sizeof text, format, arguments);
        s->status = cg_fail_at(s->error, status, s->name, place.line, place.column, "%s", text);
    }
    return false;
}

bool scanner_fail(struct scanner *s, enum cg_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_va(s, scanner_place(s), status, format, arguments);
    va_end(arguments);
    return false;
}

bool scanner_fail_at(struct scanner *s, struct place place, enum cg_status status,
                     const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_va(s, place, status, format, arguments);
    va_end(arguments);
    return false;
}

/* Filling the window */

static ssize_t read_source(struct scanner *s, char *into, size_t room)
{
    if (s->fd < 0) {
        size_t count = room < s->memory_left ? room : s->memory_left;
        if (count) {
            memcpy(into, s->memory, count);
            s->memory += count;
            s->memory_left -= count;
        }
        return (ssize_t)count;
    }
    ssize_t count;
    do {
        count = read(s->fd, into, room);
    } while (count < 0 && errno == EINTR);
    return count;
}

/* Have room behind the window: if little is left, move what must be kept to the front. Moving only
 * then keeps the cost linear when a pipe hands out a long value byte by byte. */
static bool make_room(struct scanner *s)
{
    const char *from = s->keep ? s->keep : s->at;
    if (s->capacity - (size_t)(s->end - s->buffer) > s->capacity / 4) {
        return true;
    }
    size_t kept = (size_t)(s->end - from);
    size_t at = (size_t)(s->at - from);
    if (kept > CG_LIMIT_VALUE) {
        return scanner_fail(s, CG_E_LIMIT, "a value of more than %u MiB", CG_LIMIT_VALUE >> 20);
    }
    s->buffer_offset += (uint64_t)(from - s->buffer);
    memmove(s->buffer, from, kept);
    if (kept > s->capacity / 2) {
        char *grown = realloc(s->buffer, s->capacity * 2 + PADDING);
        if (!grown) {
            return scanner_fail(s, CG_E_MEMORY, "out of memory");
        }
        s->buffer = grown;
        s->capacity *= 2;
    }
    s->keep = s->keep ? s->buffer : NULL;
    s->at = s->buffer + at;
    s->end = s->buffer + kept;
    return true;
}

/* Read more behind the window. False at the end of the input and on failure. */
static bool refill(struct scanner *s)
{
    if (s->ended || s->status || !make_room(s)) {
        return false;
    }
    char *into = s->buffer + (s->end - s->buffer);
    ssize_t count = read_source(s, into, s->capacity - (size_t)(s->end - s->buffer));
    if (count < 0) {
        scanner_fail_at(s, (struct place){0, 0}, CG_E_IO, "cannot read: %s", strerror(errno));
        count = 0;
    }
    s->ended = count == 0;
    s->end = into + count;
    memset(into + count, 0, PADDING);
    return count > 0;
}

/* Have at least `count` bytes in the window if the input has them. */
static bool have(struct scanner *s, size_t count)
{
    while ((size_t)(s->end - s->at) < count) {
        if (!refill(s)) {
            return false;
        }
    }
    return true;
}

/* White space and punctuation */

static void new_line(struct scanner *s)
{
    s->line++;
    s->line_offset = s->buffer_offset + (uint64_t)(s->at - s->buffer) + 1;
}

int scanner_peek(struct scanner *s)
{
    for (;;) {
        unsigned char c = (unsigned char)*s->at;
        if (c > ' ') {
            return s->status ? -1 : c;
        }
        if (c == '\n') {
            new_line(s);
        } else if (s->at == s->end) {
            if (!refill(s)) {
                return -1;
            }
            continue;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            scanner_fail(s, CG_E_FORMAT, "unexpected byte 0x%02x", c);
            return -1;
        }
        s->at++;
    }
}

static bool fail_unexpected(struct scanner *s, const char *wanted)
{
    int c = scanner_peek(s);
    if (s->status) {
        return false;
    }
    if (c < 0) {
        return scanner_fail(s, CG_E_FORMAT, "the input ends where %s should be", wanted);
    }
    if (c < 0x7f) {
        return scanner_fail(s, CG_E_FORMAT, "'%c' where %s should be", c, wanted);
    }
    return scanner_fail(s, CG_E_FORMAT, "byte 0x%02x where %s should be", (unsigned)c, wanted);
}

bool scanner_expect(struct scanner *s, char c, const char *what)
{
    if (scanner_peek(s) != c) {
        return fail_unexpected(s, what);
    }
    s->at++;
    return true;
}

/* Strings */

#define ONES 0x0101010101010101ull
#define HIGHS 0x8080808080808080ull

static inline uint64_t load_word(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* First byte from p on that is a quote, a backslash, a control character or not ASCII: eight at a
 * time. Each test may flag bytes wrongly only above one it flags rightly, so the lowest is right.
 */
static inline const char *skip_plain(const char *p)
{
    for (;;) {
        uint64_t word = load_word(p);
        uint64_t quote = word ^ ONES * '"';
        uint64_t backslash = word ^ ONES * '\\';
        uint64_t special = ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) |
                           ((word - ONES * 0x20) & ~word) | word;
        special &= HIGHS;
        if (special) {
            return p + (__builtin_ctzll(special) >> 3);
        }
        p += 8;
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Value of the four hexadecimal digits at p, -1 if they are not. */
static int32_t hex_code(const char *p)
{
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(p[i]);
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
    have(s, 12);
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
    have(s, 4); /* behind the window stands a zero byte, which ends any sequence */
    unsigned length = utf8_length((const unsigned char *)s->at);
    if (!length) {
        return scanner_fail(s, CG_E_FORMAT, "byte 0x%02x is not UTF-8", (unsigned char)*s->at);
    }
    s->at += length;
    return true;
}

/* Deal with the byte that ended a run of plain ones, inside a string. */
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
    return refill(s) ||
           (!s->status && scanner_fail(s, CG_E_FORMAT, "the input ends inside a string"));
}

bool scanner_string(struct scanner *s, struct slice *out)
{
    if (scanner_peek(s) != '"') {
        return fail_unexpected(s, "a string");
    }
    s->at++;
    bool nested = s->keep != NULL;
    if (!nested) {
        s->keep = s->at;
    }
    size_t start = (size_t)(s->at - s->keep);
    bool escaped = false;
    for (;;) {
        s->at = skip_plain(s->at);
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

static void add_utf8(struct cg_text *text, uint32_t code)
{
    char bytes[4];
    size_t length;
    if (code < 0x80) {
        bytes[0] = (char)code;
        length = 1;
    } else if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        length = 2;
    } else if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        length = 3;
    } else {
        bytes[0] = (char)(0xf0 | code >> 18);
        length = 4;
    }
    for (size_t i = 1; i < length; i++) {
        bytes[i] = (char)(0x80 | (code >> (6 * (length - 1 - i)) & 0x3f));
    }
    cg_text_append(text, bytes, length);
}

/* Undo the escape at p, known to be well-formed. Returns what follows it. */
static const char *unescape(struct cg_text *text, const char *p)
{
    static const char escapes[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    if (p[1] != 'u') {
        cg_text_append(text, &meanings[strchr(escapes, p[1]) - escapes], 1);
        return p + 2;
    }
    int32_t code = hex_code(p + 2);
    p += 6;
    if (is_high_surrogate(code)) {
        code = 0x10000 + ((code - 0xd800) << 10) + (hex_code(p + 2) - 0xdc00);
        p += 6;
    }
    add_utf8(text, (uint32_t)code);
    return p;
}

static bool decode(struct scanner *s, struct cg_text *scratch, struct slice *slice)
{
    cg_text_clear(scratch);
    const char *p = slice->text, *end = p + slice->length;
    while (p < end) {
        const char *escape = memchr(p, '\\', (size_t)(end - p));
        cg_text_append(scratch, p, (size_t)((escape ? escape : end) - p));
        p = escape ? unescape(scratch, escape) : end;
    }
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

/* Other values */

static bool take_word(struct scanner *s, const char *word)
{
    size_t length = strlen(word);
    have(s, length);
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
    return *out || take_word(s, "false") || fail_unexpected(s, "true or false");
}

bool scanner_null(struct scanner *s)
{
    return scanner_peek(s) == 'n' && (take_word(s, "null") || fail_unexpected(s, "a value"));
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *p)
{
    while (is_digit(*p)) {
        p++;
    }
    return p;
}

/* End of the JSON number at p, NULL if it is not one. */
static const char *number_end(const char *p)
{
    p += *p == '-';
    if (!is_digit(*p)) {
        return NULL;
    }
    p = *p == '0' ? p + 1 : skip_digits(p);
    if (*p == '.') {
        if (!is_digit(*++p)) {
            return NULL;
        }
        p = skip_digits(p);
    }
    if (*p == 'e' || *p == 'E') {
        p += p[1] == '+' || p[1] == '-' ? 2 : 1;
        if (!is_digit(*p)) {
            return NULL;
        }
        p = skip_digits(p);
    }
    return p;
}

static bool skip_number(struct scanner *s)
{
    size_t length = 32;
    do {
        length *= 2;
    } while (have(s, length) && strspn(s->at, "+-.eE0123456789") >= length - 1);
    const char *end = number_end(s->at);
    if (!end || is_digit(*end)) {
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
    if (c == '-' || (c >= '0' && c <= '9')) {
        return skip_number(s);
    }
    if ((c == 't' && take_word(s, "true")) || (c == 'f' && take_word(s, "false")) ||
        (c == 'n' && take_word(s, "null"))) {
        return true;
    }
    return fail_unexpected(s, "a value");
}

static bool skip_key(struct scanner *s)
{
    struct slice ignored;
    return scanner_string(s, &ignored) && scanner_expect(s, ':', "':'");
}

/* The values being skipped: the closing bytes of those that are open. */
struct nesting {
    char close[CG_LIMIT_DEPTH];
    unsigned depth;
};

/* Enter an object or array. Sets *value when a value follows, else it was empty and is closed. */
static bool enter(struct scanner *s, struct nesting *open, char close, bool *value)
{
    if (open->depth == CG_LIMIT_DEPTH) {
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
static bool leave(struct scanner *s, struct nesting *open, bool *value)
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
            return fail_unexpected(s, close == '}' ? "',' or '}'" : "',' or ']'");
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
            if (!enter(s, open, c == '{' ? '}' : ']', &value)) {
                return false;
            }
            if (value) {
                continue;
            }
        } else if (!skip_scalar(s, c)) {
            return false;
        }
        if (!leave(s, open, &value)) {
            return false;
        }
    }
    return true;
}

bool scanner_value(struct scanner *s, struct slice *out)
{
    if (scanner_peek(s) < 0) {
        return fail_unexpected(s, "a value");
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

bool scanner_finish_object(struct scanner *s)
{
    struct nesting open;
    open.close[0] = '}';
    open.depth = 1;
    return skip_values(s, &open);
}

bool scanner_next(struct scanner *s, bool *first, char close)
{
    int c = scanner_peek(s);
    if (c == close) {
        s->at++;
        return false;
    }
    if (*first) {
        *first = false;
        if (c < 0) {
            fail_unexpected(s, close == '}' ? "a key or '}'" : "a value or ']'");
        }
        return c >= 0;
    }
    if (c != ',') {
        return fail_unexpected(s, close == '}' ? "',' or '}'" : "',' or ']'");
    }
    s->at++;
    return true;
}

/* The colon may lie behind the window: keep the key while looking for it. */
static bool take_colon(struct scanner *s, struct slice *key)
{
    bool nested = s->keep != NULL;
    if (!nested) {
        s->keep = key->text;
    }
    size_t start = (size_t)(key->text - s->keep);
    bool taken = scanner_expect(s, ':', "':'");
    key->text = s->keep + start;
    if (!nested) {
        s->keep = NULL;
    }
    return taken;
}

bool scanner_next_key(struct scanner *s, bool *first, struct cg_text *scratch, struct slice *key)
{
    if (!scanner_next(s, first, '}') || !scanner_name(s, scratch, key)) {
        return false;
    }
    bool decoded = key->text == scratch->bytes && key->text;
    return decoded ? scanner_expect(s, ':', "':'") : take_colon(s, key);
}

bool scanner_next_raw_key(struct scanner *s, bool *first, struct slice *key)
{
    return scanner_next(s, first, '}') && scanner_string(s, key) && take_colon(s, key);
}

bool scanner_at_end(struct scanner *s)
{
    if (scanner_peek(s) >= 0) {
        return fail_unexpected(s, "the end of the input");
    }
    return !s->status;
}

int json_check(const char *text, size_t length, struct cg_error *error)
{
    struct scanner s;
    struct slice value;
    if (scanner_init(&s, -1, text, length, "", error) && scanner_value(&s, &value)) {
        scanner_at_end(&s);
    }
    scanner_free(&s);
    return s.status;
}
