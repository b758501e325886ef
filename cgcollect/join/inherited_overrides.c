/*
 * Adds override pairs by comparing the names of methods inherited from classes in other files. Used
 * by join.c.
 */
#include "join/inherited_overrides.h"

#include <string.h>

#include <cli.h>

#define ANONYMOUS "(anonymous namespace)"

/** The part of a readable name after the last "::" of its scope: "f(int) const" of "A<B::C>::f(int)
 *  const". */
static const char *unqualified(const char *name)
{
    const char *begin = name;
    int depth = 0;
    for (const char *at = name; *at; at++) {
        if (strncmp(at, ANONYMOUS, strlen(ANONYMOUS)) == 0) {
            at += strlen(ANONYMOUS) - 1;
        } else if (depth == 0 && at == begin && strncmp(at, "operator", 8) == 0) {
            break;
        } else if (depth == 0 && *at == '(') {
            break;
        } else if (*at == '<' || *at == '(' || *at == '[' || *at == '{') {
            depth++;
        } else if (*at == '>' || *at == ')' || *at == ']' || *at == '}') {
            depth--;
        } else if (depth == 0 && at[0] == ':' && at[1] == ':') {
            begin = at + 2;
            at++;
        }
    }
    return begin;
}

/** "~Base" of "ns::Base<int>". */
static char *destructor_of(const char *class)
{
    const char *last = unqualified(class);
    char *plain = g_strndup(last, strcspn(last, "<"));
    char *name = g_strconcat("~", plain, "()", NULL);
    g_free(plain);
    return name;
}

/** The readable name of the base's method that a method overrides; release with g_free. */
static char *overridden_name(const char *method, const char *base)
{
    static const char prefix[] = "typeinfo name for ";
    char *readable = cli_demangle(method);
    char *type = cli_demangle(base);
    const char *class = g_str_has_prefix(type, prefix) ? type + strlen(prefix) : type;
    const char *member = unqualified(readable);
    char *destructor = member[0] == '~' ? destructor_of(class) : NULL;
    char *name = g_strconcat(class, "::", destructor ? destructor : member, NULL);
    g_free(destructor);
    g_free(readable);
    g_free(type);
    return name;
}

/** Virtual methods by readable name. */
static GHashTable *virtual_methods(const struct unit *unit)
{
    GHashTable *methods = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        if (function->is_virtual) {
            g_hash_table_insert(methods, cli_demangle(function->name), GUINT_TO_POINTER(i));
        }
    }
    return methods;
}

void hierarchy_add_overrides(struct unit *unit)
{
    if (unit->inherited->len == 0) {
        return;
    }
    GHashTable *methods = virtual_methods(unit);
    for (guint i = 0; i < unit->inherited->len; i++) {
        const struct unit_inherited *in = &g_array_index(unit->inherited, struct unit_inherited, i);
        char *name = overridden_name(unit_function_at(unit, in->method)->name, in->base);
        void *found;
        if (g_hash_table_lookup_extended(methods, name, NULL, &found) &&
            GPOINTER_TO_UINT(found) != in->method) {
            unit_add_override(unit, in->method, GPOINTER_TO_UINT(found));
        }
        g_free(name);
    }
    g_hash_table_destroy(methods);
}
