/*
 * Parses mangled names far enough to find the names of one function, and what sort of function it
 * is.
 */
#include "text/mangled.h"

#include <glib.h>
#include <string.h>

#include <cli.h>

/* Demangling tells which variants of a name are some. Each takes the time of a name's length, and
 * compilers' names have a handful, so names of more are parsed here alone. */
#define MOST_DEMANGLED 32

/* References to what came before are numbered in base 36. */
#define DIGITS "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LONGEST_NUMBER 14 /* 64 bits and "_" */

/** The place of a constructor or destructor variant ("C2", "CI2", "D0", ...), which ends a member's
 *  name; template arguments or an ABI tag may follow. @return the digit, NULL if there is none. */
static char *variant_at(char *at)
{
    if (at[0] != 'C' && at[0] != 'D') {
        return NULL;
    }
    bool inherits = at[0] == 'C' && at[1] == 'I';
    char *digit = at + (inherits ? 2 : 1);
    bool is = g_ascii_isdigit(digit[0]) && digit[1] && (inherits || strchr("EIB", digit[1]));
    return is ? digit : NULL;
}

/** The end of the source name, number, reference, variant or letter at a place in a name. */
static char *part_end(char *at)
{
    if (g_ascii_isdigit(*at)) {
        char *letters;
        guint64 length = g_ascii_strtoull(at, &letters, 10);
        return letters + strnlen(letters, length);
    }
    if (*at == 'L' && g_ascii_islower(at[1])) { /* a literal */
        return at + 2 + strspn(at + 2, "n0123456789");
    }
    if (*at == 'S' || *at == 'T') { /* what came before, or a parameter */
        char *end = memchr(at + 1, '_', strnlen(at + 1, LONGEST_NUMBER));
        bool numbered = end && strspn(at + 1, DIGITS) == (size_t)(end - at - 1);
        return numbered ? end + 1 : at + 1;
    }
    char *digit = variant_at(at);
    return digit ? digit + 1 : at + 1;
}

static unsigned count_variants(char *name)
{
    unsigned count = 0;
    for (char *at = name + 2; *at; at++) {
        count += variant_at(at) != NULL;
    }
    return count;
}

static bool demangles_to(const char *name, const char *text)
{
    char *own = cli_demangle(name);
    bool does = strcmp(own, text) == 0;
    g_free(own);
    return does;
}

/**
 * Put other variants into a name where that leaves it the name of one function: "1" for all that
 * have another digit, or some other digit for the first. Source names may contain any letters, so
 * it must demangle alike; names that the demangler does not know are parsed.
 *
 * @return whether any was put
 */
static bool change_variants(char *name, bool all)
{
    char *text = count_variants(name) <= MOST_DEMANGLED ? cli_demangle(name) : g_strdup(name);
    bool known = strcmp(text, name) != 0, any = false;
    for (char *at = name + 2; *at && (all || !any); at = known ? at + 1 : part_end(at)) {
        char *digit = variant_at(at);
        if (digit && (!all || *digit != '1')) {
            char before = *digit;
            *digit = before == '1' ? '2' : '1';
            bool same = !known || demangles_to(name, text);
            *digit = same ? *digit : before;
            any = any || same;
        }
    }
    g_free(text);
    return any;
}

char *mangled_complete(const char *name)
{
    if (strncmp(name, "_Z", 2) != 0) {
        return NULL;
    }
    char *complete = g_strdup(name);
    bool any = false;
    while (change_variants(complete, true)) {
        any = true;
    }
    if (!any) {
        g_clear_pointer(&complete, g_free);
    }
    return complete;
}

/** Skip a number, with "n" before a negative one, and "_". @return NULL if there is none. */
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

bool mangled_is_destructor(const char *name)
{
    const char *target = mangled_thunk_target(name);
    char *plain = target ? g_strconcat("_Z", target, NULL) : g_strdup(name);
    char *text = cli_demangle(plain);
    const char *last = g_strrstr(text, "::");
    bool is = last && last[2] == '~';
    g_free(text);
    g_free(plain);
    return is;
}

static bool has_variant(const char *name)
{
    char *other = g_strdup(name);
    bool has = change_variants(other, false);
    g_free(other);
    return has;
}

static bool assigns(const char *name)
{
    char *text = cli_demangle(name);
    bool is = strstr(name, "aSE") && strstr(text, "::operator=(");
    g_free(text);
    return is;
}

/** Whether the function around a lambda ends right before the lambda's own name: "...E3$_0",
 *  "...ENK3$_0", "...EN3$_0". */
static bool is_local(const char *begin, const char *lambda)
{
    while (lambda > begin && g_ascii_isdigit(lambda[-1])) {
        lambda--;
    }
    if (lambda > begin && lambda[-1] == 'K') {
        lambda--;
    }
    if (lambda > begin && lambda[-1] == 'N') {
        lambda--;
    }
    return lambda > begin && lambda[-1] == 'E';
}

/** Whether the text before a place in a name ends a lambda's class: "UlvE_", "UlvE0_", "$_0". */
static bool is_behind_lambda(const char *name, const char *at)
{
    const char *end = at;
    while (at > name && g_ascii_isdigit(at[-1])) {
        at--;
    }
    return at > name + 1 && at[-1] == '_' && (at == end ? at[-2] != '$' : at[-2] == '$');
}

bool mangled_is_of_lambda(const char *name)
{
    static const char *const members[] = {"8__invoke", "cv"};
    for (size_t i = 0; i < G_N_ELEMENTS(members); i++) {
        for (const char *at = strstr(name, members[i]); at; at = strstr(at + 1, members[i])) {
            if (is_behind_lambda(name, at)) {
                return true;
            }
        }
    }
    return false;
}

/** @return the "::" before the last scope of a demangled name that is not within parentheses or
 *  template arguments; NULL if there is none. */
static const char *last_scope(const char *text)
{
    const char *found = NULL;
    int depth = 0;
    for (const char *at = text; *at; at++) {
        depth += strchr("(<{[", *at) ? 1 : strchr(")>}]", *at) ? -1 : 0;
        found = depth == 0 && strncmp(at, "::", 2) == 0 ? at : found;
    }
    return found;
}

/** Whether a demangled name is that of a constructor or destructor: its last part is the one before
 *  it. */
static bool names_its_class(const char *text)
{
    const char *last = last_scope(text);
    if (!last) {
        return false;
    }
    char *scopes = g_strndup(text, (gsize)(last - text));
    const char *class = last_scope(scopes);
    class = class ? class + strlen("::") : scopes;
    const char *own = last + strlen("::");
    own += *own == '~';
    size_t length = strcspn(class, "<");
    bool is = length > 0 && strncmp(own, class, length) == 0 && strchr("(<", own[length]);
    g_free(scopes);
    return is;
}

/** Whether something is a member of a class of a function, and no function of one such. */
static bool is_special_of_local(const char *name)
{
    char *text = cli_demangle(name);
    bool is = names_its_class(text) || assigns(name);
    g_free(text);
    return is;
}

bool mangled_is_special_member(const char *name)
{
    if (strncmp(name, "_ZZ", 3) == 0) {
        return is_special_of_local(name);
    }
    return strncmp(name, "_ZN", 3) == 0 && (has_variant(name) || assigns(name));
}

bool mangled_is_lambda(const char *name)
{
    bool may_be = false;
    for (const char *at = strstr(name, "cl"); at && !may_be; at = strstr(at + 1, "cl")) {
        may_be = is_behind_lambda(name, at);
    }
    if (!may_be) {
        return false;
    }
    /* If something is local to a lambda, its name continues after the lambda's. */
    char *text = cli_demangle(name);
    const char *last = last_scope(text);
    bool is = last > text && strchr("}'0123456789", last[-1]) && /* {lambda()#1}, $_0 */
              strncmp(last, "::operator()", strlen("::operator()")) == 0;
    /* Older demanglers do not know [](auto...) */
    is = is ||
         (strcmp(text, name) == 0 && strncmp(name, "_Z", 2) == 0 && strncmp(name, "_ZZZ", 4) != 0);
    g_free(text);
    return is;
}

char *mangled_closure(const char *name)
{
    const char *end = NULL;
    for (const char *at = strstr(name, "cl"); at; at = strstr(at + 1, "cl")) {
        end = is_behind_lambda(name, at) ? at : end;
    }
    return end && mangled_is_lambda(name) ? g_strndup(name, (gsize)(end - name)) : NULL;
}

bool mangled_has_file_lambda(const char *name)
{
    for (const char *at = strstr(name, "$_"); at; at = strstr(at + 1, "$_")) {
        if (!is_local(name, at)) {
            return true;
        }
    }
    return false;
}
