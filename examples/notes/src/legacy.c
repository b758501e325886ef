/* What the first version needed. */
#include <string.h>

static unsigned fold(unsigned sum, char byte)
{
    return sum * 31 + (unsigned char)byte;
}

static unsigned checksum(const char *text)
{
    char copy[80];
    unsigned sum = 0;
    strcpy(copy, text);
    for (const char *at = copy; *at; at++) {
        sum = fold(sum, *at);
    }
    return sum;
}

__attribute__((visibility("hidden"))) int legacy_verify(const char *text, unsigned sum)
{
    return checksum(text) == sum;
}
