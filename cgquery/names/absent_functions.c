/* Answers queries about functions that the graph does not have. */
#include "names/absent_functions.h"

#include "names/chosen_functions.h"
#include "names/name_index.h"
#include "names/prepared_names.h"
#include "names/sets.h"

#include <libcg/select.h>

#include <string.h>

/* Doubts about absence */

/* Globs of identifiers count. */
static bool is_identifier(const char *name)
{
    for (const char *c = name; *c; c++) {
        bool first = g_ascii_isalpha(*c) || *c == '_' || *c == '*' || *c == '?';
        if (!(first || (c > name && (g_ascii_isdigit(*c) || strchr("$.*?", *c))))) {
            return false;
        }
    }
    return *name != '\0';
}

/* Names with two underscores, or one and a capital letter, belong to the compiler and its library
 * (C17, 7.1.3), whose own calls cgcollect leaves out. Linkage names of C++ begin so as well. */
static bool is_reserved(const char *name)
{
    return name[0] == '_' && (name[1] == '_' || g_ascii_isupper(name[1])) && name[1] != 'Z';
}

/* Headers rename functions: sscanf is called as __isoc99_sscanf, setjmp as _setjmp, sprintf as
 * __sprintf_chk, open as open64. The name without that, and its length. */
static const char *plain_name(const char *name, size_t *length)
{
    static const char *const before[] = {"isoc99_", "isoc23_", "xpg_", "builtin_"};
    static const char *const behind[] = {"_chk", "_2", "64"};
    const char *at = name + strspn(name, "_");
    for (size_t i = 0; i < G_N_ELEMENTS(before); i++) {
        at += at > name && g_str_has_prefix(at, before[i]) ? strlen(before[i]) : 0;
    }
    *length = strlen(at);
    for (size_t i = 0; i < G_N_ELEMENTS(behind); i++) {
        size_t size = strlen(behind[i]);
        bool ends = *length > size && strncmp(at + *length - size, behind[i], size) == 0;
        *length -= ends ? size : 0;
    }
    return at;
}

static bool is_plainly(const char *linkage_name, GPatternSpec *pattern)
{
    size_t length;
    const char *plain = plain_name(linkage_name, &length);
    char *name = g_strndup(plain, length);
    bool is = g_pattern_match_string(pattern, name);
    g_free(name);
    return is;
}

/* Mangled names hold identifiers behind their lengths, which digits before may belong to. */
static void add_identifiers(struct name_index *index, cg_node node, const char *mangled)
{
    for (const char *begin = mangled; *begin; begin++) {
        size_t length = 0;
        for (const char *c = begin; *begin != '0' && g_ascii_isdigit(*c); c++) {
            length = 10 * length + (size_t)(*c - '0');
            if (length > strlen(c + 1)) {
                break;
            }
            name_index_add(index, node, c + 1, length);
        }
    }
}

static void add_meanings(struct name_index *index, void *data, cg_node node)
{
    const struct query *query = data;
    const char *name = cg_node_name(query->graph, node);
    size_t length;
    if (g_str_has_prefix(name, "_Z")) {
        add_identifiers(index, node, name);
    } else {
        const char *plain = plain_name(name, &length);
        name_index_add(index, node, plain, length);
    }
}

/* What an identifier may mean. */
struct meaning {
    GPatternSpec *mangled; /* of names of C++ */
    GPatternSpec *plain;   /* of others, without what headers add */
};

static bool is_meant(const struct query *query, const struct meaning *meaning, cg_node node)
{
    const char *name = cg_node_name(query->graph, node);
    return g_str_has_prefix(name, "_Z") ? g_pattern_match_string(meaning->mangled, name)
                                        : is_plainly(name, meaning->plain);
}

/* The first of those with a name that are meant. @param name NULL: of all */
static cg_node first_meant(struct query *query, const struct meaning *meaning, const char *name)
{
    uint32_t count = cg_graph_node_count(query->graph);
    cg_node node = 0, found = CG_NONE;
    for (; found == CG_NONE && node < count; node++) {
        node = name ? name_index_next(&query->meant, query->graph, name, node, add_meanings, query)
                    : node;
        if (node == CG_NONE) {
            break;
        }
        found = is_meant(query, meaning, node) ? node : CG_NONE;
    }
    return found;
}

/* The first function that may be meant by an identifier: it has the name in a class or namespace,
 * or a header renames it. */
static cg_node possible_meaning(struct query *query, const char *name)
{
    size_t length;
    const char *at = plain_name(name, &length);
    bool glob = strpbrk(name, "*?");
    char *plain = g_strndup(at, length);
    char *mangled =
        glob ? g_strdup_printf("*%s*", name) : g_strdup_printf("*%zu%s*", strlen(name), name);
    struct meaning meaning = {g_pattern_spec_new(mangled), g_pattern_spec_new(plain)};
    cg_node found = first_meant(query, &meaning, glob ? NULL : name);
    if (!glob && strcmp(name, plain) != 0) {
        cg_node other = first_meant(query, &meaning, plain);
        found = MIN(found, other);
    }
    g_pattern_spec_free(meaning.mangled);
    g_pattern_spec_free(meaning.plain);
    g_free(mangled);
    g_free(plain);
    return found;
}

char *absence_doubt(struct query *query, const char *name)
{
    if (!is_identifier(name)) {
        return g_strdup("");
    }
    if (is_reserved(name)) {
        return g_strdup("; the graph has calls of the compiler's runtime only where 'cgcollect "
                        "--show-runtime-calls' collected them");
    }
    cg_node other = g_str_has_prefix(name, "_Z") ? CG_NONE : possible_meaning(query, name);
    return other == CG_NONE
               ? NULL
               : g_strdup_printf("; did you mean %s?", cg_node_name(query->graph, other));
}

/* Adding functions */

static int add_functions(cg_node *nodes, struct query *query, char *const *names, guint count)
{
    struct cg_error error;
    query_forget_names(query);
    int status = cg_graph_thaw(query->graph, &error);
    for (guint i = 0; i < count && !status; i++) {
        status = cg_graph_add_node(&nodes[i], query->graph, names[i], &error);
    }
    status = status ? status : cg_graph_freeze(query->graph, &error);
    query_prepare_names(query);
    return status ? query_fail(query, &error) : CLI_OK;
}

static int add_targets(struct selection *out, struct query *query)
{
    out->count = g_strv_length(out->absent);
    out->nodes = g_new(cg_node, out->count);
    int code = add_functions(out->nodes, query, out->absent, (guint)out->count);
    if (code != CLI_OK) {
        selection_clear(out);
        return code;
    }
    query_sort(query, out->nodes, out->count);
    return CLI_OK;
}

/* The absent names of a set without functions. */
static char **absent_of_set(struct query *query, const char *pattern)
{
    bool is_name = true;
    char **names = NULL;
    if (cg_select_check(pattern, &is_name, NULL) || is_name) {
        return NULL;
    }
    bool *in = g_new(bool, cg_graph_node_count(query->graph) + 1);
    if (query_set(in, query, pattern) == CLI_OK) {
        GArray *members = query_members(query, in);
        const GPtrArray *absent = sets_absent(query);
        names = g_new0(char *, absent->len + 1);
        for (guint i = 0; i < absent->len && members->len == 0; i++) {
            names[i] = g_strdup(absent->pdata[i]);
        }
        g_array_unref(members);
    }
    g_free(in);
    return names;
}

static char **absent_names(struct query *query, const char *pattern)
{
    const char *const alone[] = {pattern, NULL};
    if (query->options.strict_names) {
        return NULL;
    }
    if (!select_is_absent(query, pattern)) {
        return absent_of_set(query, pattern);
    }
    char *doubt = absence_doubt(query, pattern);
    char **names = doubt ? NULL : g_strdupv((char **)alone);
    g_free(doubt);
    return names;
}

/* Call this before they are added. */
static char **write_notes(struct query *query, char **names)
{
    char **notes = g_new0(char *, g_strv_length(names) + 1);
    for (guint i = 0; names[i]; i++) {
        char *close = query_suggest(query, names[i], NULL, 0);
        char *shown = cli_printable(names[i]);
        notes[i] =
            g_strdup_printf("nothing in %s declares '%s'%s%s%s", query->graph_name, shown,
                            close ? "; did you mean " : "", close ? close : "", close ? "?" : "");
        g_free(shown);
        g_free(close);
    }
    return notes;
}

int query_select_target(struct selection *out, struct query *query, const char *pattern)
{
    char **names = absent_names(query, pattern);
    if (query->trouble) { /* reported */
        g_strfreev(names);
        return CLI_TROUBLE;
    }
    if (!names || !*names) {
        g_strfreev(names);
        return query_select(out, query, pattern);
    }
    *out = (struct selection){
        .pattern = pattern, .absent = names, .absent_notes = write_notes(query, names)};
    return add_targets(out, query);
}

int query_add_absent(struct query *query)
{
    GPtrArray *names = sets_take_absent(query);
    uint32_t before = cg_graph_node_count(query->graph);
    cg_node *nodes = g_new(cg_node, names->len + 1);
    int code = names->len == 0
                   ? CLI_OK
                   : add_functions(nodes, query, (char *const *)names->pdata, names->len);
    uint32_t after = cg_graph_node_count(query->graph);
    if (query->within) {
        query->within = g_renew(bool, query->within, after + 1);
        memset(query->within + before, 0, (after - before) * sizeof *query->within);
    }
    g_free(nodes);
    g_ptr_array_unref(names);
    return code;
}

void print_absent_note(const struct selection *target)
{
    for (char **note = target->absent_notes; note && *note; note++) {
        printf("note: %s\n", *note);
    }
}
