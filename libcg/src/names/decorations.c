/*
 * Takes additions off the end of a name, by tables of the words of compilers. Also finds the
 * functions that thunks and parts of coroutines belong to.
 */
#include "names/decorations.h"

#include <string.h>

/* Words between dots. Names of C and C++ contain no dots, except `_GLOBAL__sub_I_x.cc`. Variants
 * for processors are clones as well (target_clones). */
static const struct {
    const char *word;
    bool part;
} words[] = {
    {"constprop", false},
    {"isra", false},
    {"part", true},
    {"cold", true},
    {"lto_priv", false},
    {"llvm", false},
    {"__uniq", false},
    {"localalias", false},
    {"clone", false},
    {"simdclone", false},
    {"default", false},
    {"resolver", true},
    {"ifunc", true},
    {"avx", false},
    {"avx2", false},
    {"avx512f", false},
    {"sse2", false},
    {"sse4_2", false},
    {"unlikely", true},
    {"_omp_fn", true},
    {"_omp_cpyfn", true},
    {"omp_outlined", true},
    {"omp_outlined_debug__", true},
    {"omp_task_entry", true},
    {"actor", true},
    {"resume", true},
    {"destroy", true},
    {"cleanup", true},
    {"warm", true},
    {"extracted", true},
};
#define WORDS (sizeof words / sizeof *words)

static size_t find_word(const char *text, size_t length)
{
    for (size_t i = 0; i < WORDS; i++) {
        if (strlen(words[i].word) == length && memcmp(words[i].word, text, length) == 0) {
            return i;
        }
    }
    return WORDS;
}

static bool is_number(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && strchr("0123456789abcdef", text[i]) && text[i]) {
        i++;
    }
    return length && i == length;
}

/* The start of the suffix that consists of such words: their first dot, or the end if there are
 * none. The first part between dots is a word, not a number. */
static size_t words_start(const char *name, size_t begin, size_t end, bool *part)
{
    size_t start = end, at = end;
    *part = false;
    for (size_t dot = end; dot-- > begin;) {
        if (name[dot] != '.') {
            continue;
        }
        size_t word = find_word(name + dot + 1, at - dot - 1);
        if (word < WORDS) {
            start = dot;
            *part |= words[word].part;
        } else if (at > dot + 1 && !is_number(name + dot + 1, at - dot - 1)) {
            break;
        }
        at = dot;
    }
    return start;
}

/* LLVM numbers internal functions of one name when it links files before it compiles them: `f.712`.
 * The number of an initialiser of a variable is part of its name. */
static size_t number_start(const char *name, size_t length)
{
    static const char initialiser[] = "__cxx_global_";
    size_t start = length;
    while (start > 0 && strchr("0123456789", name[start - 1])) {
        start--;
    }
    bool numbered = start > 1 && start < length && name[start - 1] == '.';
    return numbered && strncmp(name, initialiser, sizeof initialiser - 1) != 0 ? start - 1 : length;
}

struct decorations decorations_of_clone(const char *name, size_t length)
{
    bool part = false;
    size_t start = length ? number_start(name, words_start(name, 1, length, &part)) : 0;
    return (struct decorations){start, start < length, part, false};
}

/* Demanglers append ` [clone .cold]` or ` (.cold)`. */
static bool take_bracketed(const char *name, struct decorations *found)
{
    static const struct {
        const char *open;
        char close;
    } forms[] = {{" [clone ", ']'}, {" (", ')'}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t open = strlen(forms[i].open), end = found->length;
        size_t at = end;
        while (at > open && memcmp(name + at - open, forms[i].open, open) != 0) {
            at--;
        }
        bool part;
        if (end && name[end - 1] == forms[i].close && at > open && at < end && name[at] == '.' &&
            words_start(name, at, end - 1, &part) == at) {
            *found = (struct decorations){at - open, true, found->part || part, found->stub};
            return true;
        }
    }
    return false;
}

/* `+0x1f`, `+0x1f/0x40` */
static size_t without_offset(const char *name, size_t length)
{
    size_t at = length;
    while (at > 0 && name[at - 1] != '+' && strchr("0123456789abcdefx/", name[at - 1])) {
        at--;
    }
    bool offset =
        at > 1 && name[at - 1] == '+' && length - at > 2 && name[at] == '0' && name[at + 1] == 'x';
    return offset ? at - 1 : length;
}

/* `@plt`, `@@GLIBC_2.34`, `@GLIBC_2.2.5` */
static size_t without_version(const char *name, size_t length)
{
    const char *at = memchr(name, '@', length);
    return at && at > name ? (size_t)(at - name) : length;
}

struct decorations decorations_find(const char *name, size_t length)
{
    size_t end = without_version(name, without_offset(name, length));
    bool stub = length - end == 4 && memcmp(name + end, "@plt", 4) == 0;
    struct decorations found = {end, false, false, stub};
    while (take_bracketed(name, &found)) {
    }
    struct decorations clone = decorations_of_clone(name, found.length);
    clone.clone |= found.clone;
    clone.part |= found.part;
    clone.stub = found.stub;
    return clone;
}

size_t decorations_of_libc(const char *name, size_t length, size_t *start)
{
    static const char *const ends[] = {"_avx",  "_sse",       "_ssse", "_evex",
                                       "_erms", "_unaligned", "_fma",  "_ifunc"};
    size_t end = length;
    *start = 0;
    while (*start < length && name[*start] == '_') {
        (*start)++;
    }
    if (*start < 2 || *start == length) {
        return 0;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *at = memmem(name + *start, end - *start, ends[i], strlen(ends[i]));
        end = at ? (size_t)(at - name) : end;
    }
    return end - *start;
}

/* `h8_`, `hn16_`, `v0_n24_`: how a thunk corrects an address.
 * https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-special-vtables
 * @return the end, or NULL */
static const char *skip_offset(const char *at)
{
    size_t numbers = *at == 'h' ? 1 : *at == 'v' ? 2 : 0;
    if (!numbers) {
        return NULL;
    }
    for (at++; numbers; numbers--) {
        at += *at == 'n';
        size_t digits = strspn(at, "0123456789");
        at += digits;
        if (!digits || *at++ != '_') {
            return NULL;
        }
    }
    return at;
}

static size_t linkage_name_of_thunk(const char *name)
{
    const char *at = name + strlen("_ZT");
    at = *at == 'c' ? skip_offset(at + 1) : at;
    at = at ? skip_offset(at) : NULL;
    return at && *at ? (size_t)(at - name) : 0;
}

size_t decorations_of_thunk(const char *name)
{
    static const char *const spelled[] = {"non-virtual thunk to ", "virtual thunk to ",
                                          "covariant return thunk to "};
    if (strncmp(name, "_ZT", 3) == 0) {
        return linkage_name_of_thunk(name);
    }
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        if (strncmp(name, spelled[i], strlen(spelled[i])) == 0) {
            return strlen(spelled[i]);
        }
    }
    return 0;
}

/* Whether the decimal number that ends before `at` equals `number`. */
static bool is_counted(const char *name, size_t at, size_t number)
{
    while (at > 0 && number && name[at - 1] == (char)('0' + number % 10)) {
        number /= 10;
        at--;
    }
    return !number;
}

size_t decorations_of_coroutine(const char *name, size_t length, size_t *start)
{
    static const char frame[] = ".Frame";
    const char *found = NULL, *next = name;
    while ((next = memmem(next, (size_t)(name + length - next), frame, sizeof frame - 1))) {
        found = next++;
    }
    size_t dot = found ? (size_t)(found - name) : 0;
    for (size_t at = 1; at < dot; at++) {
        bool linkage = is_counted(name, at, dot - at + sizeof frame - 1);
        bool spelled = at >= 2 && name[at - 1] == ':' && name[at - 2] == ':' &&
                       !memchr(name + at, ':', dot - at);
        if (name[at] != ':' && (strncmp(name, "_Z", 2) == 0 ? linkage : spelled)) {
            *start = at;
            return dot - at;
        }
    }
    return 0;
}
