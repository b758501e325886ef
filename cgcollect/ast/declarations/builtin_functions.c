/*
 * Maps builtins of clang and GCC to the library functions they call, and lists those that do not
 * evaluate their arguments.
 */
#include "ast/declarations/declarations.h"

#include <string.h>

#define PREFIX "__builtin_"

/* Builtins that call the library function of the same name without prefix unless they are folded.
 * Builtins not listed here become instructions. Sorted. */
static const char *const library[] = {
    "_Exit",
    "__fprintf_chk",
    "__memccpy_chk",
    "__memcpy_chk",
    "__memmove_chk",
    "__mempcpy_chk",
    "__memset_chk",
    "__printf_chk",
    "__snprintf_chk",
    "__sprintf_chk",
    "__stpcpy_chk",
    "__stpncpy_chk",
    "__strcat_chk",
    "__strcpy_chk",
    "__strlcat_chk",
    "__strlcpy_chk",
    "__strncat_chk",
    "__strncpy_chk",
    "__vfprintf_chk",
    "__vprintf_chk",
    "__vsnprintf_chk",
    "__vsprintf_chk",
    "_exit",
    "abort",
    "aligned_alloc",
    "bcmp",
    "bcopy",
    "bzero",
    "calloc",
    "exit",
    "fprintf",
    "fprintf_unlocked",
    "fputc",
    "fputc_unlocked",
    "fputs",
    "fputs_unlocked",
    "fread",
    "free",
    "fscanf",
    "fwrite",
    "fwrite_unlocked",
    "index",
    "longjmp",
    "malloc",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "printf",
    "printf_unlocked",
    "putchar",
    "putchar_unlocked",
    "puts",
    "puts_unlocked",
    "realloc",
    "rindex",
    "scanf",
    "setjmp",
    "snprintf",
    "sprintf",
    "sscanf",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strdup",
    "strlcat",
    "strlcpy",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "tolower",
    "toupper",
    "vfprintf",
    "vfscanf",
    "vprintf",
    "vscanf",
    "vsnprintf",
    "vsprintf",
    "vsscanf",
    "wcschr",
    "wcscmp",
    "wcslen",
    "wcsncmp",
    "wmemchr",
    "wmemcmp",
    "wmemcpy",
    "wmemmove",
};

/* Mathematical ones, which also exist with the suffixes "f", "l" and "f128". Sorted. */
static const char *const mathematics[] = {
    "acos",      "acosh",      "asin",    "asinh",  "atan",        "atan2",  "atanh",   "cabs",
    "cacos",     "cacosh",     "carg",    "casin",  "casinh",      "catan",  "catanh",  "cbrt",
    "ccos",      "ccosh",      "ceil",    "cexp",   "clog",        "clog10", "cos",     "cosh",
    "cpow",      "cproj",      "csin",    "csinh",  "csqrt",       "ctan",   "ctanh",   "drem",
    "erf",       "erfc",       "exp",     "exp10",  "exp2",        "expm1",  "fdim",    "floor",
    "fma",       "fmax",       "fmin",    "fmod",   "frexp",       "gamma",  "hypot",   "ilogb",
    "j0",        "j1",         "jn",      "ldexp",  "lgamma",      "llrint", "llround", "log",
    "log10",     "log1p",      "log2",    "logb",   "lrint",       "lround", "modf",    "nearbyint",
    "nextafter", "nexttoward", "pow",     "pow10",  "remainder",   "remquo", "rint",    "round",
    "roundeven", "scalb",      "scalbln", "scalbn", "significand", "sin",    "sincos",  "sinh",
    "sqrt",      "tan",        "tanh",    "tgamma", "trunc",       "y0",     "y1",      "yn",
};

static const char *const unevaluated[] = {
    "classify_type",
    "constant_p",
    "dynamic_object_size",
    "object_size",
};

static const char *const copies[] = {
    "__memcpy_chk", "__memmove_chk", "__mempcpy_chk", "bcopy",
    "memcpy",       "memcpy_inline", "memmove",       "mempcpy",
};

static int compare_with_element(const void *key, const void *element)
{
    return strcmp(key, *(const char *const *)element);
}

#define LOOKUP(name, table)                                                                        \
    bsearch(name, table, G_N_ELEMENTS(table), sizeof *(table), compare_with_element)

static bool is_mathematics(const char *name)
{
    static const char *const suffixes[] = {"", "f", "l", "f128"};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(suffixes) && !is; i++) {
        if (g_str_has_suffix(name, suffixes[i])) {
            char *base = g_strndup(name, strlen(name) - strlen(suffixes[i]));
            is = LOOKUP(base, mathematics) != NULL;
            g_free(base);
        }
    }
    return is;
}

bool ast_builtin(struct ast_builtin *out, const char *name)
{
    *out = (struct ast_builtin){NULL, false, false};
    if (strncmp(name, PREFIX, strlen(PREFIX)) == 0) {
        const char *bare = name + strlen(PREFIX);
        out->callee = LOOKUP(bare, library) || is_mathematics(bare) ? bare : NULL;
        out->unevaluated = LOOKUP(bare, unevaluated) != NULL;
        out->copies = LOOKUP(bare, copies) != NULL;
        return true;
    }
    return g_str_has_prefix(name, "__sync_") || g_str_has_prefix(name, "__c11_atomic_") ||
           g_str_has_prefix(name, "__atomic_");
}
