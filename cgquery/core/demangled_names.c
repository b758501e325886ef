#include "core/query.h"

#include <string.h>

const char *query_demangled(struct query *query, cg_node node)
{
    const char *name = cg_node_name(query->graph, node);
    if (name[0] != '_') {
        return name;
    }
    if (!query->demangled[node]) {
        query->demangled[node] = cli_demangle(name);
    }
    return query->demangled[node];
}

const char *query_name(struct query *query, cg_node node)
{
    bool mangled = query->options.mangled;
    const char *name = mangled ? cg_node_name(query->graph, node) : query_demangled(query, node);
    if (!query->shown[node] && cli_is_printable(name)) {
        return name;
    }
    if (!query->shown[node]) {
        query->shown[node] = cli_printable(name);
    }
    return query->shown[node];
}

char *query_label(struct query *query, cg_node node)
{
    const char *origin = cg_node_origin(query->graph, node);
    const char *name = cg_node_name(query->graph, node);
    const char *demangled = query_demangled(query, node);
    bool same = strcmp(name, demangled) == 0;
    char *label = g_strdup_printf("%s:%s%s%s", origin ? origin : "?", demangled, same ? "" : "  ",
                                  same ? "" : name);
    char *shown = cli_printable(label);
    g_free(label);
    return shown;
}

static bool is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/* Whether what follows a parameter list is nothing but qualifiers of the function. */
static bool is_qualifiers(const char *text)
{
    static const char *const qualifiers[] = {" const", " volatile", " &&", " &", " noexcept"};
    while (*text) {
        size_t i = 0;
        while (i < G_N_ELEMENTS(qualifiers) && !g_str_has_prefix(text, qualifiers[i])) {
            i++;
        }
        if (i == G_N_ELEMENTS(qualifiers)) {
            return g_str_has_prefix(text, " [clone ");
        }
        text += strlen(qualifiers[i]);
    }
    return true;
}

/* Length of the name without its parameter list, if it ends in one. */
static size_t length_without_parameters(const char *demangled)
{
    size_t length = strlen(demangled);
    const char *clone = strstr(demangled, " [clone ");
    const char *close =
        clone ? memrchr(demangled, ')', (size_t)(clone - demangled)) : strrchr(demangled, ')');
    if (!close || !is_qualifiers(close + 1)) {
        return length;
    }
    int depth = 0;
    for (const char *c = close; c >= demangled; c--) {
        depth += (*c == ')') - (*c == '(');
        if (depth == 0) {
            return (size_t)(c - demangled);
        }
    }
    return length;
}

/* Where the name starts after a return type, which templates have. */
static size_t start_after_return_type(const char *demangled, size_t length)
{
    size_t start = 0;
    int depth = 0;
    for (size_t i = 0; i < length; i++) {
        bool new_word = is_word(demangled[i]) && (i == 0 || !is_word(demangled[i - 1]));
        if (depth == 0 && new_word && g_str_has_prefix(demangled + i, "operator") &&
            !is_word(demangled[i + 8])) {
            return start;
        }
        if (strchr("<([{", demangled[i])) {
            depth++;
        } else if (strchr(">)]}", demangled[i])) {
            depth--;
        } else if (demangled[i] == ' ' && depth == 0) {
            start = i + 1;
        }
    }
    return start;
}

const char *query_base_name(struct query *query, cg_node node, size_t *length)
{
    const char *linkage_name = cg_node_name(query->graph, node);
    const char *demangled = query_demangled(query, node);
    *length = strlen(demangled);
    if (strcmp(demangled, linkage_name) == 0) {
        return demangled;
    }
    /* "guard variable for x", "vtable for Foo": nothing before the name is a return type. */
    bool special = g_str_has_prefix(linkage_name, "_ZT") || g_str_has_prefix(linkage_name, "_ZG");
    size_t end = length_without_parameters(demangled);
    size_t start = special ? 0 : start_after_return_type(demangled, end);
    *length = end - start;
    return demangled + start;
}
