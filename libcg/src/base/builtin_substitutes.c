/*
 * The table of these functions, as gcc and clang make them of printf, strcpy, pow and their like.
 */
#include "base/builtin_substitutes.h"

#include <string.h>

static const char *const names[] = {
    "memcpy",  "memmove",     "memset", "memcmp",  "bcmp",      "bzero",   "strlen",  "strcpy",
    "strncpy", "stpcpy",      "strchr", "strrchr", "strcat",    "puts",    "putchar", "putc",
    "fputc",   "fwrite",      "fputs",  "mempcpy", "rawmemchr", "strnlen", "memchr",  "abort",
    "sqrt",    "sqrtf",       "sqrtl",  "sincos",  "sincosf",   "cexpi",   "exp2",    "exp2f",
    "exp10",   "floor",       "ceil",   "trunc",   "rint",      "lrint",   "lround",  "fma",
    "_setjmp", "__sigsetjmp", "calloc", "strncmp", "ldexp",     "floorf",  "ceilf",   "truncf",
    "rintf",   "exp",         "expf",   "cbrt",    "cbrtf",
};

bool is_builtin_substitute(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) {
            return true;
        }
    }
    return false;
}
