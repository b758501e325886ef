/*
 * struct cg_text: text that grows at its end.
 */
#ifndef STRINGS_TEXT_H
#define STRINGS_TEXT_H

#include <libcg/metadata.h>

#include <string.h>

struct cg_text {
    char *bytes; /**< not terminated; NULL while empty */
    size_t length;
    size_t capacity;
    bool failed; /**< an allocation failed: later additions are ignored */
};

/** Append bytes; failure is remembered in `failed`. */
static inline void cg_text_put(struct cg_text *text, const char *bytes, size_t length)
{
    if (text->capacity - text->length >= length && length) {
        memcpy(text->bytes + text->length, bytes, length);
        text->length += length;
    } else {
        cg_text_append(text, bytes, length);
    }
}

/** Append a terminated string; failure is remembered in `failed`. */
static inline void cg_text_add(struct cg_text *text, const char *string)
{
    cg_text_put(text, string, __builtin_strlen(string));
}

/** Make room behind the text; who writes there adds to `length`. @param length at least 1
 *  @return the end of the text, NULL if memory is exhausted, which is remembered in `failed` */
char *cg_text_reserve(struct cg_text *text, size_t length);

/** Append a character in UTF-8. @param code at most 0x10ffff */
void cg_text_add_character(struct cg_text *text, uint32_t code);

/** Append a decimal number. */
void cg_text_add_number(struct cg_text *text, uint64_t number);

/** Append a JSON string literal, quotes included. The bytes must be UTF-8. */
void cg_text_add_json_string(struct cg_text *text, const char *bytes, size_t length);

/** Append a terminated string of any bytes: those that are not UTF-8 become '?'. */
void cg_text_add_utf8(struct cg_text *text, const char *string);

/** Empty the text, keeping its memory. */
void cg_text_clear(struct cg_text *text);

/** Release the memory. */
void cg_text_free(struct cg_text *text);

#endif
