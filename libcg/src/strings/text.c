/*
 * Appends characters, numbers, UTF-8 and JSON strings, copying stretches that need no escape whole.
 */
#include "strings/text.h"

#include "base/memory.h"
#include "strings/byte_masks.h"
#include "strings/utf8.h"

#include <stdlib.h>
#include <string.h>

int cg_text_append(struct cg_text *text, const char *bytes, size_t length)
{
    if (text->failed || !cg_grow(&text->bytes, &text->capacity, text->length + length, 1)) {
        text->failed = true;
        return CG_E_MEMORY;
    }
    if (length) {
        memcpy(text->bytes + text->length, bytes, length);
    }
    text->length += length;
    return CG_OK;
}

char *cg_text_reserve(struct cg_text *text, size_t length)
{
    text->failed =
        text->failed || !cg_grow(&text->bytes, &text->capacity, text->length + length, 1);
    return text->failed ? NULL : text->bytes + text->length;
}

size_t cg_text_length(const struct cg_text *text)
{
    return text->length;
}

struct cg_value cg_text_since(const struct cg_text *text, size_t byte)
{
    return byte < text->length ? (struct cg_value){text->bytes + byte, text->length - byte}
                               : (struct cg_value){"", 0};
}

void cg_text_add_character(struct cg_text *text, uint32_t code)
{
    char bytes[4];
    cg_text_put(text, bytes, utf8_write(bytes, code));
}

void cg_text_add_number(struct cg_text *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    cg_text_put(text, digits + at, sizeof digits - at);
}

void cg_text_add_utf8(struct cg_text *text, const char *string)
{
    while (*string) {
        unsigned length =
            (unsigned char)*string < 0x80 ? 1 : utf8_length((const unsigned char *)string);
        cg_text_put(text, length ? string : "?", length ? length : 1);
        string += length ? length : 1;
    }
}

static void add_escaped(struct cg_text *text, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    static const char names[] = "btn?fr";
    if (c == '"' || c == '\\') {
        char pair[2] = {'\\', (char)c};
        cg_text_append(text, pair, 2);
    } else if (c >= '\b' && c <= '\r' && c != '\v') {
        char pair[2] = {'\\', names[c - '\b']};
        cg_text_append(text, pair, 2);
    } else {
        char code[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        cg_text_append(text, code, 6);
    }
}

/* First byte in [at, end) that must be escaped, else end. */
static const char *find_special(const char *at, const char *end)
{
    for (; end - at >= 8; at += 8) {
        uint64_t word = word_load(at);
        uint64_t special =
            word_equal(word, '"') | word_equal(word, '\\') | ((word - WORD_ONES * 0x20) & ~word);
        if (special & WORD_HIGHS) {
            return at + word_first(special & WORD_HIGHS);
        }
    }
    while (at < end && (unsigned char)*at >= 0x20 && *at != '"' && *at != '\\') {
        at++;
    }
    return at;
}

void cg_text_add_json_string(struct cg_text *text, const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;
    cg_text_put(text, "\"", 1);
    for (;;) {
        const char *special = find_special(at, end);
        cg_text_put(text, at, (size_t)(special - at));
        if (special == end) {
            break;
        }
        add_escaped(text, (unsigned char)*special);
        at = special + 1;
    }
    cg_text_put(text, "\"", 1);
}

void cg_text_clear(struct cg_text *text)
{
    text->length = 0;
    text->failed = false;
}

void cg_text_free(struct cg_text *text)
{
    free(text->bytes);
    *text = (struct cg_text){0};
}
