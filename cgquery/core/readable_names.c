/* Readable names of functions: demangled, shortened, without parameters, and as FILE:NAME. */
#include "core/cgquery.h"

#include <string.h>

const char *query_demangled(struct query *query, cg_node node)
{
    const char *name = cg_node_name(query->graph, node);
    if (name[0] != '_') {
        return name;
    }
    if (!query->demangled[node]) {
        query->demangled[node] = cli_demangle_partly(name);
    }
    return query->demangled[node];
}

char *query_readable(const struct query *query, const char *linkage_name)
{
    if (query->options.mangled) {
        return g_strdup(linkage_name);
    }
    char *demangled = cli_demangle_partly(linkage_name);
    if (query->options.full_names) {
        return demangled;
    }
    char *name = cli_short_name(demangled);
    g_free(demangled);
    return name;
}

char *query_readable_cause(const struct query *query, const char *cause)
{
    const char *symbol = cli_symbol_of_cause(cause);
    char *name = query_readable(query, symbol);
    char *text = g_strdup_printf("%.*s%s", (int)(symbol - cause), cause, name);
    g_free(name);
    return text;
}

const char *query_short(struct query *query, cg_node node)
{
    const char *demangled = query_demangled(query, node);
    if (demangled == cg_node_name(query->graph, node)) {
        return demangled;
    }
    if (!query->shortened[node]) {
        query->shortened[node] = cli_short_name(demangled);
    }
    return query->shortened[node];
}

char *query_label(struct query *query, cg_node node)
{
    const char *origin = cg_node_origin(query->graph, node);
    const char *name = cg_node_name(query->graph, node);
    bool full = query->options.full_names;
    const char *readable = full ? query_demangled(query, node) : query_short(query, node);
    bool same = strcmp(name, readable) == 0;
    char *label = g_strdup_printf("%s:%s%s%s", origin ? origin : "?", readable, same ? "" : "  ",
                                  same ? "" : name);
    char *shown = cli_printable(label);
    g_free(label);
    return shown;
}

static bool is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/* Whether a parameter list is followed only by qualifiers of the function. */
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

/* The length of the name without its parameter list, if it ends in one. */
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

/* The start of the name after a return type, which templates have. */
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

/* Of a demangled name, whole or shortened. */
static const char *base_of(const struct query *query, cg_node node, const char *demangled,
                           size_t *length)
{
    const char *linkage_name = cg_node_name(query->graph, node);
    *length = strlen(demangled);
    if (strcmp(demangled, linkage_name) == 0) {
        return demangled;
    }
    /* "guard variable for x", "vtable for Foo": the text before the name is no return type. */
    bool special = g_str_has_prefix(linkage_name, "_ZT") || g_str_has_prefix(linkage_name, "_ZG");
    size_t end = length_without_parameters(demangled);
    size_t start = special ? 0 : start_after_return_type(demangled, end);
    *length = end - start;
    return demangled + start;
}

const char *query_base_name(struct query *query, cg_node node, size_t *length)
{
    return base_of(query, node, query_demangled(query, node), length);
}

const char *query_short_base(struct query *query, cg_node node, size_t *length)
{
    return base_of(query, node, query_short(query, node), length);
}

/* The name without parameters, as --no-params has it. Release with g_free. */
static char *bare_name(struct query *query, cg_node node)
{
    size_t length;
    const char *base = query->options.full_names ? query_base_name(query, node, &length)
                                                 : query_short_base(query, node, &length);
    return g_strndup(base, length);
}

/* Names without parameters to the node + 1 that has each; 0 for several functions. */
static GHashTable *find_overloads(struct query *query)
{
    GHashTable *owners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        char *name = bare_name(query, node);
        cg_node other = GPOINTER_TO_UINT(g_hash_table_lookup(owners, name));
        bool taken = g_hash_table_contains(owners, name);
        bool same = taken && other &&
                    strcmp(query_demangled(query, other - 1), query_demangled(query, node)) == 0;
        g_hash_table_insert(owners, name, GUINT_TO_POINTER(!taken || same ? node + 1 : 0));
    }
    return owners;
}

/* Whether the name without parameters means several functions of the graph, of which the answer may
 * be about a part. */
static bool is_overloaded(struct query *query, const char *bare)
{
    struct query *whole = query->whole ? query->whole : query;
    if (!whole->bare_names) {
        whole->bare_names = find_overloads(whole);
    }
    return g_hash_table_contains(whole->bare_names, bare) &&
           !g_hash_table_lookup(whole->bare_names, bare);
}

/* What to call a node, in the order of preference: attempt 0 and on. NULL: there is nothing else.
 */
static char *attempt_name(struct query *query, cg_node node, unsigned attempt)
{
    const struct options *options = &query->options;
    attempt += options->mangled ? 3 : 0;
    attempt += !options->mangled && !options->no_params;
    attempt += attempt == 1 && options->full_names;
    switch (attempt) {
    case 0:
        return bare_name(query, node);
    case 1:
        return g_strdup(query_short(query, node));
    case 2:
        return g_strdup(query_demangled(query, node));
    case 3:
        return g_strdup(cg_node_name(query->graph, node));
    default:
        return NULL;
    }
}

/* Whether a text that was shown means another function. */
static bool is_taken(struct query *query, cg_node node, const char *text)
{
    cg_node other = GPOINTER_TO_UINT(g_hash_table_lookup(query->shown_as, text));
    return other && other - 1 != node &&
           strcmp(query_demangled(query, other - 1), query_demangled(query, node)) != 0;
}

/* Names as they are need no entry: those of C, which say nothing that could be left out. */
static char *choose_name(struct query *query, cg_node node)
{
    unsigned attempt = 0;
    char *name = attempt_name(query, node, attempt);
    char *next;
    bool bare = query->options.no_params && !query->options.mangled;
    while ((is_taken(query, node, name) || (bare && attempt == 0 && is_overloaded(query, name))) &&
           (next = attempt_name(query, node, ++attempt))) {
        g_free(name);
        name = next;
    }
    g_hash_table_insert(query->shown_as, g_strdup(name), GUINT_TO_POINTER(node + 1));
    return name;
}

const char *query_name(struct query *query, cg_node node)
{
    const char *name = cg_node_name(query->graph, node);
    bool plain = query->options.mangled || query_demangled(query, node) == name;
    if (query->shown[node] || (plain && !query->options.no_params && cli_is_printable(name))) {
        return query->shown[node] ? query->shown[node] : name;
    }
    char *chosen = choose_name(query, node);
    query->shown[node] = cli_printable(chosen);
    g_free(chosen);
    return query->shown[node];
}
