/* Functions of the C library that replace each other. */
#include "match/frame.h"
#include "names/decorations.h"

#include <stdio.h>
#include <string.h>

/* As in glibc 2.36 on x86-64 (`nm -D libc.so.6 libm.so.6`), where `long` is `long long`. Names that
 * end in `64` (fopen64) are derived from the names. */
static const char *const families[][4] = {
    {"htons", "ntohs"},
    {"htonl", "ntohl"},
    {"getc", "fgetc", "_IO_getc"},
    {"putc", "fputc", "_IO_putc"},
    {"getc_unlocked", "fgetc_unlocked"},
    {"putc_unlocked", "fputc_unlocked"},
    {"getwc", "fgetwc"},
    {"getwc_unlocked", "fgetwc_unlocked"},
    {"fileno", "fileno_unlocked"},
    {"strtol", "strtoll", "strtoimax", "strtoq"},
    {"strtoul", "strtoull", "strtoumax", "strtouq"},
    {"wcstol", "wcstoll", "wcstoimax", "wcstoq"},
    {"wcstoul", "wcstoull", "wcstoumax", "wcstouq"},
    {"atol", "atoll"},
    {"labs", "llabs", "imaxabs"},
    {"ldiv", "lldiv", "imaxdiv"},
    {"ffsl", "ffsll"},
    {"lrint", "llrint"},
    {"lround", "llround"},
    {"ldexp", "scalbn"},
    {"ldexpf", "scalbnf"},
    {"ldexpl", "scalbnl"},
    {"index", "strchr"},
    {"rindex", "strrchr"},
    {"bcmp", "memcmp"},
    {"signal", "bsd_signal", "ssignal"},
    {"gsignal", "raise"},
    {"srand", "srandom"},
    {"fseek", "fseeko"},
    {"ftell", "ftello"},
    {"mktime", "timelocal"},
    {"eaccess", "euidaccess"},
    {"wcsstr", "wcswcs"},
    {"getutmp", "getutmpx"},
};
#define FAMILIES (sizeof families / sizeof *families)
#define MEMBERS (sizeof *families / sizeof **families)
#define LONGEST 64u /* no name of the C library is longer */

/* Only library functions: a function with a body is the program's. */
static bool add_named(struct matcher *m, const char *name)
{
    bool ok = true;
    for (cg_node n = cg_graph_find(m->graph, name); n != CG_NONE && ok;
         n = cg_graph_find_next(m->graph, name, n)) {
        ok = cg_node_has_body(m->graph, n) || match_add(m, n);
    }
    return ok;
}

/* A name, and its variant for large files. */
static bool add_sizes(struct matcher *m, const char *name, const char *asked)
{
    char large[LONGEST + sizeof "64"];
    snprintf(large, sizeof large, "%s64", name);
    return (strcmp(name, asked) == 0 || add_named(m, name)) &&
           (strcmp(large, asked) == 0 || add_named(m, large));
}

static bool is_member(size_t family, const char *name)
{
    for (size_t i = 0; i < MEMBERS && families[family][i]; i++) {
        if (strcmp(families[family][i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* The functions that compilers call if the source calls one of the others: as GCC 12 (fold_builtin,
 * -O2) and LLVM 19 (SimplifyLibCalls) do, and inline functions of glibc's headers. */
static const struct {
    const char *called;
    const char *written[10];
} exchanges[] = {
    {"fwrite", {"fprintf", "fputs", "vfprintf", "fputs_unlocked", "puts", "printf"}},
    {"fputs", {"fprintf"}},
    {"fputc", {"fprintf", "fputs", "fwrite", "putc"}},
    {"putc", {"fprintf", "fputs", "fwrite", "fputc"}},
    {"puts", {"printf"}},
    {"putchar", {"printf", "puts"}},
    {"memcpy", {"strcpy", "strcat", "sprintf", "snprintf", "stpcpy", "mempcpy", "memmove"}},
    {"stpcpy", {"strcpy", "strcat", "sprintf", "snprintf"}},
    {"strcpy", {"sprintf", "snprintf", "strcat"}},
    {"strlen",
     {"strcat", "strncat", "sprintf", "strchr", "strrchr", "strcspn", "strspn", "puts", "fputs"}},
    {"strchr", {"strstr", "strpbrk", "strrchr", "strcspn"}},
    {"memchr", {"strchr", "strnlen"}},
    {"strcmp", {"strncmp"}},
    {"strncmp", {"strstr", "strcmp"}},
    {"memcmp", {"strcmp", "strncmp", "bcmp"}},
    {"bcmp", {"memcmp", "strcmp", "strncmp"}},
    {"strtol", {"atoi", "atol"}},
    {"strtod", {"atof"}},
    {"malloc", {"realloc"}},
    {"calloc", {"malloc"}},
    {"free", {"realloc"}},
    {"sqrt", {"pow", "cabs"}},
    {"sqrtf", {"powf", "cabsf", "sqrt"}},
    {"sqrtl", {"powl", "cabsl"}},
    {"exp", {"pow"}},
    {"expf", {"powf"}},
    {"cbrt", {"pow"}},
    {"cbrtf", {"powf"}},
    {"exp2", {"pow", "ldexp"}},
    {"exp2f", {"powf", "ldexpf"}},
    {"exp2l", {"powl", "ldexpl"}},
    {"exp10", {"pow"}},
    {"exp10f", {"powf"}},
    {"exp10l", {"powl"}},
    {"ldexp", {"exp2", "scalbn", "pow"}},
    {"ldexpf", {"exp2f", "scalbnf", "powf"}},
    {"ldexpl", {"exp2l", "scalbnl", "powl"}},
    {"sincos", {"sin", "cos"}},
    {"sincosf", {"sinf", "cosf"}},
    {"trunc", {"floor"}},
    {"truncf", {"floorf", "trunc"}},
    {"truncl", {"floorl"}},
    {"floorf", {"floor"}},
    {"ceilf", {"ceil"}},
    {"roundf", {"round"}},
    {"rintf", {"rint"}},
    {"nearbyintf", {"nearbyint"}},
    {"lround", {"round"}},
    {"lroundf", {"roundf"}},
    {"lroundl", {"roundl"}},
    {"llround", {"round"}},
    {"llroundf", {"roundf"}},
    {"llroundl", {"roundl"}},
    {"lrint", {"rint"}},
    {"lrintf", {"rintf"}},
    {"lrintl", {"rintl"}},
    {"llrint", {"rint"}},
    {"llrintf", {"rintf"}},
    {"llrintl", {"rintl"}},
};
#define EXCHANGES (sizeof exchanges / sizeof *exchanges)
#define WRITTEN (sizeof exchanges->written / sizeof *exchanges->written)

/* A function of the C library, and the one that checks sizes, which inline functions of its headers
 * call. */
static bool add_checked(struct matcher *m, const char *name)
{
    char checked[LONGEST + sizeof "___chk"];
    snprintf(checked, sizeof checked, "__%s_chk", name);
    return add_named(m, name) && add_named(m, checked);
}

bool matcher_find_substituted(struct matcher *m, const char *name)
{
    bool ok = true;
    m->count = 0;
    for (size_t i = 0; i < EXCHANGES && ok; i++) {
        for (size_t k = 0;
             strcmp(exchanges[i].called, name) == 0 && k < WRITTEN && exchanges[i].written[k] && ok;
             k++) {
            ok = add_checked(m, exchanges[i].written[k]);
        }
    }
    return ok;
}

/* The function of which the C library has a copy under another name. */
static bool add_copied(struct matcher *m, const char *name, size_t length)
{
    char base[LONGEST + 1];
    size_t start, left = decorations_of_libc(name, length, &start);
    snprintf(base, sizeof base, "%.*s", (int)left, name + start);
    return !left || add_named(m, base);
}

bool matcher_find_equals(struct matcher *m, const char *name)
{
    char base[LONGEST + 1];
    size_t length = strlen(name);
    m->count = 0;
    if (length > LONGEST || strncmp(name, "_Z", 2) == 0) {
        return true;
    }
    bool large = length > 2 && strcmp(name + length - 2, "64") == 0;
    snprintf(base, sizeof base, "%.*s", (int)(large ? length - 2 : length), name);
    bool ok = add_sizes(m, base, name) && add_copied(m, name, length);
    for (size_t family = 0; family < FAMILIES && ok; family++) {
        for (size_t i = 0; is_member(family, base) && i < MEMBERS && families[family][i] && ok;
             i++) {
            bool own = strcmp(families[family][i], base) == 0;
            ok = own || add_sizes(m, families[family][i], name);
        }
    }
    return ok;
}
