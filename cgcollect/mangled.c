#include "mangled.h"

#include <glib.h>
#include <string.h>

#include <cli.h>

/** Where a name may have the variant of a constructor or destructor ("C2", "CI2", "D0", ...), which
 *  ends the name of a member, and template arguments or an ABI tag may follow. @return the digit,
 *  NULL if not there. */
static const char *variant_at(const char *at)
{
    if (at[0] != 'C' && at[0] != 'D') {
        return NULL;
    }
    bool inherits = at[0] == 'C' && at[1] == 'I';
    const char *digit = at + (inherits ? 2 : 1);
    bool is = g_ascii_isdigit(digit[0]) && digit[1] && (inherits || strchr("EIB", digit[1]));
    return is ? digit : NULL;
}

static bool reads_alike(const char *a, const char *b)
{
    char *x = cli_demangle(a);
    char *y = cli_demangle(b);
    bool alike = strcmp(x, y) == 0;
    g_free(x);
    g_free(y);
    return alike;
}

/* Source names may hold any letters. Variants are what changes without changing how the name
 * reads. */
char *mangled_complete(const char *name)
{
    if (strncmp(name, "_Z", 2) != 0) {
        return NULL;
    }
    char *complete = NULL;
    for (const char *at = name + 2; *at; at++) {
        const char *digit = variant_at(at);
        if (!digit || *digit == '1') {
            continue;
        }
        char *candidate = g_strdup(complete ? complete : name);
        candidate[digit - name] = '1';
        if (reads_alike(name, candidate)) {
            g_free(complete);
            complete = candidate;
        } else {
            g_free(candidate);
        }
    }
    return complete;
}

/** Skip a number, "n" before it for a negative one, and "_". @return NULL if it is not there. */
static const char *skip_number(const char *at)
{
    at += *at == 'n';
    const char *end = at + strspn(at, "0123456789");
    return end > at && *end == '_' ? end + 1 : NULL;
}

static const char *skip_offset(const char *at)
{
    if (*at == 'h') {
        return skip_number(at + 1);
    }
    at = *at == 'v' ? skip_number(at + 1) : NULL;
    return at ? skip_number(at) : NULL;
}

const char *mangled_thunk_target(const char *name)
{
    if (strncmp(name, "_ZT", 3) != 0) {
        return NULL;
    }
    const char *at = name + 3;
    if (*at == 'h' || *at == 'v') {
        return skip_offset(at);
    }
    at = *at == 'c' ? skip_offset(at + 1) : NULL;
    return at ? skip_offset(at) : NULL;
}

bool mangled_is_special_member(const char *name)
{
    if (strncmp(name, "_ZN", 3) != 0) {
        return false;
    }
    if (strstr(name, "aSE")) {
        return true;
    }
    for (const char *at = name + 3; *at; at++) {
        if (variant_at(at) && at > name + 3) {
            return true;
        }
    }
    return false;
}
