/* Looks at a text character by character for control characters and bytes that are no UTF-8. */
#include "strings/printable.h"

#include "strings/utf8.h"

#include <stddef.h>
#include <stdint.h>

static bool is_control(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},  {0x200e, 0x200f},
                  {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (character >= ranges[i].first && character <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

/* The first character; a byte that is not UTF-8 stands for itself. */
static uint32_t first_character(const unsigned char *text, unsigned *length)
{
    *length = utf8_length(text);
    uint32_t character = *length ? *text & (0x7fU >> *length) : *text;
    for (unsigned i = 1; i < *length; i++) {
        character = character << 6 | (text[i] & 0x3f);
    }
    *length += *length == 0;
    return character;
}

bool printable(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    unsigned length;
    for (; *at; at += length) {
        if (is_control(first_character(at, &length))) {
            return false;
        }
    }
    return true;
}
