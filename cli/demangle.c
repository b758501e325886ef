/* Demangles C++ names, but for those whose text would be too long. */
#include "cli.h"
#include "out_of_memory.h"

#include <libcg/names.h>

#include <stdlib.h>
#include <string.h>

/* The C++ runtime defines it, but no C header declares it. */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

#define LONGEST_MANGLED 4096
#define LONGEST_DEMANGLED (64u << 10)
#define LARGEST_ESTIMATE (16u << 20)
#define USUAL_GROWTH 32                 /* bytes for each of a linkage name; boost's need a dozen */
#define MOST_UNUSUAL ((size_t)16 << 20) /* bytes of all demangled names that grow more */
#define DEEPEST 512
#define LONGEST_ABBREVIATION 60 /* Sd: std::basic_iostream<char, std::char_traits<char> > */
#define LONGEST_CODE 20         /* y: unsigned long long */

/*
 * A rough upper bound of a demangled name's length. References to earlier parts of a name (S0_, T_)
 * can double its length every few characters, and __cxa_demangle has no limit: a name of 200 bytes
 * can eat all memory. Each reference counts as the longest part closed before it; even so, real
 * names stay far below LARGEST_ESTIMATE.
 */
struct estimate {
    uint64_t open[DEEPEST]; /* length so far of each open part, innermost last */
    size_t depth;
    uint64_t longest; /* longest part closed so far */
};

static void add_length(struct estimate *estimate, uint64_t length)
{
    uint64_t *sum = &estimate->open[estimate->depth];
    *sum = MIN(*sum + length, 2 * (uint64_t)LARGEST_ESTIMATE);
}

static const char *add_source_name(struct estimate *estimate, const char *at)
{
    char *name;
    guint64 length = g_ascii_strtoull(at, &name, 10);
    length = strnlen(name, MIN(length, LONGEST_MANGLED));
    add_length(estimate, length + 2);
    return name + length;
}

static const char *add_reference(struct estimate *estimate, const char *at)
{
    const char *end = at + 1 + strspn(at + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    bool numbered = *end == '_';
    add_length(estimate, numbered ? estimate->longest + 2 : LONGEST_ABBREVIATION);
    if (numbered) {
        return end + 1;
    }
    return at[1] ? at + 2 : at + 1;
}

static void open_part(struct estimate *estimate)
{
    if (estimate->depth + 1 < DEEPEST) {
        estimate->depth++;
    }
    estimate->open[estimate->depth] = 0;
}

static void close_part(struct estimate *estimate)
{
    if (estimate->depth == 0) {
        return;
    }
    uint64_t length = estimate->open[estimate->depth--];
    estimate->longest = MAX(estimate->longest, length);
    add_length(estimate, length);
}

/* A pointer to member has two references and no end of its own. */
static void close_all(struct estimate *estimate)
{
    uint64_t length = LONGEST_CODE;
    for (size_t i = 0; i <= estimate->depth; i++) {
        length += estimate->open[i];
    }
    estimate->longest = MAX(estimate->longest, length);
}

static uint64_t estimate_length(const char *name)
{
    struct estimate estimate = {.longest = LONGEST_CODE};
    for (const char *c = name; *c;) {
        if (g_ascii_isdigit(*c)) {
            c = add_source_name(&estimate, c);
            continue;
        }
        if (*c == 'S' || *c == 'T') {
            c = add_reference(&estimate, c);
            continue;
        }
        add_length(&estimate, LONGEST_CODE);
        if (strchr("INFXJLZ", *c)) {
            open_part(&estimate);
        } else if (*c == 'E') {
            close_part(&estimate);
        } else if (*c == 'M') {
            close_all(&estimate);
        }
        c++;
    }
    close_all(&estimate);
    return estimate.longest;
}

/*
 * Names that grow beyond measure are few in real programs, but a file may consist of them: 5 MB of
 * them demangle to some gigabytes. So all of them together have a bound.
 */
static size_t unusual; /* bytes so far */

static void note_bound(void)
{
    static bool noted;
    if (!noted) {
        cli_note("some C++ names stay mangled: those that become more than %d times as long when "
                 "demangled already fill %zu MiB",
                 USUAL_GROWTH, MOST_UNUSUAL >> 20);
        noted = true;
    }
}

/* Whether to demangle a name. */
static bool is_affordable(const char *name)
{
    uint64_t estimate = estimate_length(name);
    bool usual = estimate <= USUAL_GROWTH * (uint64_t)strlen(name);
    if (!usual && unusual > MOST_UNUSUAL) {
        note_bound();
        return false;
    }
    return estimate < LARGEST_ESTIMATE;
}

static void count_unusual(const char *name, size_t demangled_length)
{
    unusual += demangled_length > USUAL_GROWTH * strlen(name) ? demangled_length : 0;
}

static char *demangle_runtime(const char *name)
{
    return __cxa_demangle(name, NULL, NULL, NULL);
}

/* A name whose beginning alone the runtime knows, or NULL. */
static char *demangle_declared(const char *name)
{
    char *known;
    if (cg_name_demangle_declared(&known, name, demangle_runtime, NULL)) {
        memory_end();
    }
    return known;
}

static char *demangle(const char *linkage_name, bool partly)
{
    const char *name = linkage_name;
    if (strncmp(name, "__Z", 3) == 0) {
        name++;
    }
    if (strncmp(name, "_Z", 2) != 0 || strnlen(name, LONGEST_MANGLED) == LONGEST_MANGLED ||
        !is_affordable(name)) {
        return g_strdup(linkage_name);
    }
    char *plain = demangle_runtime(name);
    plain = plain || !partly ? plain : demangle_declared(name);
    size_t length = plain ? strlen(plain) : 0;
    count_unusual(name, length);
    bool usable = plain && length < LONGEST_DEMANGLED;
    char *result = g_strdup(usable ? plain : linkage_name);
    free(plain);
    return result;
}

char *cli_demangle(const char *linkage_name)
{
    return demangle(linkage_name, false);
}

char *cli_demangle_partly(const char *linkage_name)
{
    return demangle(linkage_name, true);
}

const char *cli_symbol_of_cause(const char *cause)
{
    const char *blank = strrchr(cause, ' ');
    return blank ? blank + 1 : cause;
}

char *cli_short_name(const char *demangled)
{
    char *name;
    if (cg_name_shorten(&name, demangled, NULL)) {
        memory_end();
    }
    char *copy = g_strdup(name);
    free(name);
    return copy;
}

char *cli_demangle_for_library(const char *linkage_name)
{
    char *plain = cli_demangle_partly(linkage_name);
    char *result = strcmp(plain, linkage_name) == 0 ? NULL : strdup(plain);
    g_free(plain);
    return result;
}
