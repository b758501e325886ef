/*
 * Reads the mangled name of a function type and writes it without substitutions, so that equal
 * texts are equal types in all files, whatever came before in the name
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-type, #mangling-compression).
 */
#include "text/mangled_type.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/** Types nested deeper than this, or longer when written out, are left unread: names that are made
 *  to hurt double with each substitution. */
#define LIMIT_NESTING 192u
#define LIMIT_LENGTH 4096u

/** What `S_`, `S0_`, ... stand for. */
struct component {
    char *text;
    unsigned names; /**< of a name: how many parts it has, without `St`; 0: another type */
};

struct reading {
    const char *at;
    GArray *components;
    unsigned depth;
    bool failed;
};

static bool read_type(struct reading *r, GString *out);

static bool is_malformed(struct reading *r)
{
    r->failed = true;
    return false;
}

static bool take_text(struct reading *r, const char *text)
{
    bool is = g_str_has_prefix(r->at, text);
    r->at += is ? strlen(text) : 0;
    return is;
}

static void add_component(struct reading *r, const char *text, unsigned names)
{
    struct component component = {g_strdup(text), names};
    g_array_append_val(r->components, component);
}

/** `3foo`, with the tags of its ABI: `3fooB5cxx11`. */
static bool read_source_name(struct reading *r, GString *out)
{
    do {
        const char *begin = r->at;
        r->at += *r->at == 'B';
        char *end;
        guint64 length = g_ascii_isdigit(*r->at) ? g_ascii_strtoull(r->at, &end, 10) : G_MAXUINT64;
        if (length == 0 || length > LIMIT_LENGTH || strnlen(end, length) < length) {
            return is_malformed(r);
        }
        r->at = end + length;
        g_string_append_len(out, begin, r->at - begin);
    } while (*r->at == 'B');
    return true;
}

/** A number of base 36 that counts components: `_` is the first. */
static const struct component *read_substitution(struct reading *r)
{
    guint64 index = 0;
    if (*r->at != '_') {
        char *end;
        index = g_ascii_isalnum(*r->at) ? g_ascii_strtoull(r->at, &end, 36) + 1 : G_MAXUINT64;
        r->at = index == G_MAXUINT64 ? r->at : end;
    }
    if (!take_text(r, "_") || index >= r->components->len) {
        is_malformed(r);
        return NULL;
    }
    return &g_array_index(r->components, struct component, index);
}

/** A literal: its type, and its value up to the end. */
static bool read_literal(struct reading *r, GString *out)
{
    g_string_append_c(out, 'L');
    if (*r->at == '_' || !read_type(r, out)) { /* a function or a variable */
        return is_malformed(r);
    }
    size_t length = strcspn(r->at, "E");
    g_string_append_len(out, r->at, (gssize)length);
    r->at += length;
    g_string_append_c(out, 'E');
    return take_text(r, "E") || is_malformed(r);
}

/** Whether what follows may be inside of what was read so far. */
static bool enter(struct reading *r, const GString *out)
{
    if (r->failed || r->depth == LIMIT_NESTING || out->len > LIMIT_LENGTH) {
        return is_malformed(r);
    }
    r->depth++;
    return true;
}

static bool read_arguments(struct reading *r, GString *out, char mark)
{
    if (!enter(r, out)) {
        return false;
    }
    g_string_append_c(out, mark);
    while (!r->failed && !take_text(r, "E")) {
        if (take_text(r, "J")) {
            read_arguments(r, out, 'J');
        } else if (take_text(r, "L")) {
            read_literal(r, out);
        } else {
            read_type(r, out);
        }
    }
    g_string_append_c(out, 'E');
    r->depth--;
    return !r->failed;
}

/** The next part of a name: a name, or the arguments of the template named so far.
 *  @param names  parts that it has */
static bool read_part(struct reading *r, GString *name, unsigned *names)
{
    if (take_text(r, "I")) {
        return *names > 0 && read_arguments(r, name, 'I');
    }
    (*names)++;
    return read_source_name(r, name);
}

/** The standard library's abbreviations are templates and their instances. */
static bool is_abbreviation(const char *at)
{
    return at[0] == 'S' && at[1] && strchr("absiod", at[1]);
}

/** What a name begins with that is no part of its own: `St`, an abbreviation, a substitution. */
static bool read_begin(struct reading *r, GString *name, unsigned *names)
{
    if (take_text(r, "St")) {
        g_string_append(name, "St");
    } else if (is_abbreviation(r->at)) {
        g_string_append_len(name, r->at, 2);
        r->at += 2;
        *names = 1;
    } else if (take_text(r, "S")) {
        const struct component *component = read_substitution(r);
        if (!component || !component->names) {
            return is_malformed(r);
        }
        g_string_append(name, component->text);
        *names = component->names;
    }
    return true;
}

static void put_name(GString *out, const GString *name, unsigned names)
{
    g_string_append_printf(out, names > 1 ? "N%sE" : "%s", name->str);
}

/** `N1a1bE`: each part makes a component. */
static bool read_nested(struct reading *r, GString *out)
{
    GString *name = g_string_new(NULL);
    unsigned names = 0;
    bool read = read_begin(r, name, &names);
    while (read && !take_text(r, "E")) {
        read = name->len > LIMIT_LENGTH ? is_malformed(r) : read_part(r, name, &names);
        add_component(r, name->str, names);
    }
    put_name(out, name, names);
    g_string_free(name, TRUE);
    return read && names > 0 ? true : is_malformed(r);
}

/** `3foo`, `St6vectorIiE`, `Ss`, `S0_IiE`; `S0_` alone is any type. */
static bool read_unscoped(struct reading *r, GString *out)
{
    GString *name = g_string_new(NULL);
    unsigned names = 0;
    bool read = read_begin(r, name, &names);
    if (read && names == 0) {
        read = read_part(r, name, &names);
        add_component(r, name->str, names);
    }
    if (read && *r->at == 'I') {
        read = read_part(r, name, &names);
        add_component(r, name->str, names);
    }
    put_name(out, name, names);
    g_string_free(name, TRUE);
    return read;
}

/** A type that came before, or an instance of such a template. */
static bool read_again(struct reading *r, GString *out)
{
    const char *begin = r->at;
    r->at++;
    const struct component *component = read_substitution(r);
    if (component && (component->names == 0 || *r->at != 'I')) {
        GString name = {.str = component->text};
        put_name(out, &name, component->names);
        return true;
    }
    r->at = begin;
    return component && read_unscoped(r, out);
}

/** None is `void`, which alone, or before an ellipsis, means that there are no parameters. */
static void read_parameter(struct reading *r, GString *out)
{
    size_t begin = out->len;
    bool none = g_str_has_prefix(r->at, "vz");
    if (read_type(r, out) && !none && strcmp(out->str + begin, "v") == 0) {
        is_malformed(r);
    }
}

static bool read_function(struct reading *r, GString *out)
{
    size_t begin = out->len;
    g_string_append_c(out, 'F');
    take_text(r, "Y");
    read_type(r, out);
    if (!take_text(r, "vE")) {
        while (!r->failed && !take_text(r, "E")) {
            read_parameter(r, out);
        }
    }
    g_string_append_c(out, 'E');
    add_component(r, out->str + begin, 0);
    return !r->failed;
}

/** `K`, `P` and the like, before the type that they change. */
static bool read_changed(struct reading *r, GString *out)
{
    size_t begin = out->len;
    if (strchr("rVK", *r->at)) { /* one component, and always in this order */
        take_text(r, "r");
        g_string_append(out, take_text(r, "V") ? "V" : "");
        g_string_append(out, take_text(r, "K") ? "K" : "");
        if (*r->at == 'F') { /* the object of a method, no qualifier of a type */
            return is_malformed(r);
        }
    } else {
        g_string_append_c(out, *r->at++);
    }
    bool read = read_type(r, out);
    add_component(r, out->str + begin, 0);
    return read;
}

static bool read_array(struct reading *r, GString *out)
{
    size_t begin = out->len;
    r->at += 1 + strspn(r->at + 1, "0123456789");
    if (!take_text(r, "_")) {
        return is_malformed(r);
    }
    g_string_append(out, "A_");
    bool read = read_type(r, out);
    add_component(r, out->str + begin, 0);
    return read;
}

/** @return the length of the name of a built-in type, 0 if there is none */
static size_t builtin_length(const char *at)
{
    if (at[0] == 'D') {
        return at[1] && strchr("nusiac", at[1]) ? 2 : 0;
    }
    return *at && strchr("vwbcahstijlmxynofdegz", *at) ? 1 : 0;
}

static bool read_any(struct reading *r, GString *out)
{
    size_t builtin = builtin_length(r->at);
    if (builtin) {
        g_string_append_len(out, r->at, (gssize)builtin);
        r->at += builtin;
        return true;
    }
    if (*r->at && strchr("rVKPROCG", *r->at)) {
        return read_changed(r, out);
    }
    if (take_text(r, "Do") ||
        *r->at == 'F') { /* a function that throws nothing may become any other */
        return take_text(r, "F") ? read_function(r, out) : is_malformed(r);
    }
    if (*r->at == 'A') {
        return read_array(r, out);
    }
    if (take_text(r, "N")) {
        return read_nested(r, out);
    }
    if (*r->at == 'S' && r->at[1] != 't' && !is_abbreviation(r->at)) {
        return read_again(r, out);
    }
    return *r->at == 'S' || g_ascii_isdigit(*r->at) ? read_unscoped(r, out) : is_malformed(r);
}

static bool read_type(struct reading *r, GString *out)
{
    if (!enter(r, out)) {
        return false;
    }
    bool read = read_any(r, out);
    r->depth--;
    return read || is_malformed(r);
}

static void clear_component(void *component)
{
    g_free(((struct component *)component)->text);
}

char *mangled_function_type(const char *name)
{
    struct reading r = {.at = name};
    if (!take_text(&r, "_ZTS") || (*r.at != 'F' && !g_str_has_prefix(r.at, "DoF"))) {
        return NULL;
    }
    r.components = g_array_new(FALSE, FALSE, sizeof(struct component));
    g_array_set_clear_func(r.components, clear_component);
    GString *out = g_string_new(NULL);
    bool read = read_type(&r, out) && !*r.at;
    g_array_unref(r.components);
    return g_string_free(out, !read);
}
