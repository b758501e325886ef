/*
 * Tries the readings of a pattern in turn: a place, exact names in a file or anywhere, a glob, a
 * set. Reports what means nothing or several functions where a verb needs one.
 */
#include "names/chosen_functions.h"

#include "names/line_names.h"
#include "names/name_index.h"
#include "names/sets.h"

#include <libcg/select.h>

#include <string.h>

/* A parsed pattern: file and name. */
struct wanted {
    const char *file; /* NULL: any */
    size_t file_length;
    const char *name;
};

/* A comparison of a node's names with a name. */
typedef bool matcher(const char *name, const char *text, size_t length);

static bool in_wanted_file(const struct query *query, const struct wanted *wanted, cg_node node)
{
    return !wanted->file ||
           match_file(wanted->file, wanted->file_length, cg_node_origin(query->graph, node));
}

static void find_linkage_name(GArray *nodes, struct query *query, const struct wanted *wanted)
{
    cg_node node = cg_graph_find(query->graph, wanted->name);
    for (; node != CG_NONE; node = cg_graph_find_next(query->graph, wanted->name, node)) {
        if (in_wanted_file(query, wanted, node)) {
            g_array_append_val(nodes, node);
        }
    }
}

static bool matches_demangled(struct query *query, const char *name, cg_node node, matcher *matches)
{
    const char *linkage_name = cg_node_name(query->graph, node);
    const char *demangled = query_demangled(query, node);
    if (demangled == linkage_name || strcmp(demangled, linkage_name) == 0) {
        return false;
    }
    size_t length, short_length;
    const char *base = query_base_name(query, node, &length);
    const char *readable = query_short(query, node);
    const char *short_base = query_short_base(query, node, &short_length);
    return matches(name, demangled, strlen(demangled)) || matches(name, base, length) ||
           matches(name, readable, strlen(readable)) || matches(name, short_base, short_length);
}

/* Other linkage names match as they are; those of thunks also as they demangle. */
static bool matches_other_name(struct query *query, const char *name, cg_node node,
                               matcher *matches)
{
    const char *const *others;
    uint32_t count = cg_node_other_names(query->graph, node, &others);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        char *demangled = cli_demangle_partly(others[i]);
        found = matches(name, others[i], strlen(others[i])) ||
                matches(name, demangled, strlen(demangled));
        g_free(demangled);
    }
    return found;
}

/* What matches_demangled and matches_other_name compare. */
static void add_spellings(struct name_index *index, void *data, cg_node node)
{
    struct query *query = data;
    const char *const *others;
    size_t length;
    uint32_t count = cg_node_other_names(query->graph, node, &others);
    const char *demangled = query_demangled(query, node);
    if (demangled != cg_node_name(query->graph, node)) {
        const char *base = query_base_name(query, node, &length);
        name_index_add(index, node, demangled, strlen(demangled));
        name_index_add(index, node, base, length);
        const char *readable = query_short(query, node);
        base = query_short_base(query, node, &length);
        name_index_add(index, node, readable, strlen(readable));
        name_index_add(index, node, base, length);
    }
    for (uint32_t i = 0; i < count; i++) {
        char *other = cli_demangle_partly(others[i]);
        name_index_add(index, node, others[i], strlen(others[i]));
        name_index_add(index, node, other, strlen(other));
        g_free(other);
    }
}

static cg_node next_spelled(struct query *query, const char *name, cg_node node)
{
    return name_index_next(&query->spelled, query->graph, name, node, add_spellings, query);
}

static void find_demangled(GArray *nodes, struct query *query, const struct wanted *wanted)
{
    for (cg_node node = next_spelled(query, wanted->name, 0); node != CG_NONE;
         node = next_spelled(query, wanted->name, node + 1)) {
        if (in_wanted_file(query, wanted, node) &&
            (matches_demangled(query, wanted->name, node, match_spaceless) ||
             matches_other_name(query, wanted->name, node, match_spaceless))) {
            g_array_append_val(nodes, node);
        }
    }
}

static void find_glob(GArray *nodes, struct query *query, const struct wanted *wanted)
{
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        const char *name = cg_node_name(query->graph, node);
        if (in_wanted_file(query, wanted, node) &&
            (match_glob(wanted->name, name, strlen(name)) ||
             matches_demangled(query, wanted->name, node, match_glob) ||
             matches_other_name(query, wanted->name, node, match_glob))) {
            g_array_append_val(nodes, node);
        }
    }
}

static void find_exact(GArray *nodes, struct query *query, const struct wanted *wanted)
{
    find_linkage_name(nodes, query, wanted);
    if (nodes->len == 0) {
        find_demangled(nodes, query, wanted);
    }
}

static bool file_is_known(const struct query *query, const struct wanted *wanted)
{
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (in_wanted_file(query, wanted, node)) {
            return true;
        }
    }
    return false;
}

/* The pattern as FILE:NAME, if the text before some colon is a file of the graph. */
static bool split_pattern(struct wanted *wanted, const struct query *query, const char *pattern)
{
    for (const char *colon = match_colon(pattern); colon; colon = match_colon(colon + 1)) {
        *wanted = (struct wanted){pattern, (size_t)(colon - pattern), colon + 1};
        if (wanted->name[0] && file_is_known(query, wanted)) {
            return true;
        }
    }
    return false;
}

/* Exact meanings of the pattern come before globs: "f(char*)" and "operator[]" are names. */
static void find_functions(GArray *nodes, struct query *query, const char *pattern, bool *plain)
{
    struct wanted whole = {.name = pattern};
    struct wanted in_file;
    *plain = true;
    find_exact(nodes, query, &whole);
    if (nodes->len > 0) {
        return;
    }
    bool has_file = split_pattern(&in_file, query, pattern);
    if (has_file) {
        find_exact(nodes, query, &in_file);
    }
    if (nodes->len == 0) {
        line_find(nodes, query, pattern);
    }
    if (nodes->len > 0 || !match_is_glob(pattern)) {
        return;
    }
    *plain = false;
    if (has_file) {
        find_glob(nodes, query, &in_file);
    }
    if (nodes->len == 0) {
        find_glob(nodes, query, &whole);
    }
}

/* A name extends up to white space, since names of operators contain signs. */
static const char *arrow_in(const char *pattern)
{
    const char *arrow = strstr(pattern, "->");
    bool is_operator = arrow && strstr(pattern, "operator->");
    return strstr(pattern, "=>") ? "=>" : arrow && !is_operator ? "->" : NULL;
}

static char *unknown_file(const struct query *query, const char *file, size_t length)
{
    char *close = query_suggest_file(query, file, length);
    char *text = g_strdup_printf("%s has no functions of a file '%.*s'%s%s%s", query->graph_name,
                                 (int)length, file, close ? "; did you mean " : "",
                                 close ? close : "", close ? "?" : "");
    g_free(close);
    return text;
}

bool select_has_file(const struct query *query, const char *file)
{
    return file_is_known(query, &(struct wanted){.file = file, .file_length = strlen(file)});
}

char *select_not_found(struct query *query, const char *pattern)
{
    struct wanted in_file = {0};
    char *around = line_not_found(query, pattern);
    if (around) {
        return around;
    }
    bool has_file = split_pattern(&in_file, query, pattern);
    const char *colon = match_colon(pattern);
    if (match_is_glob(has_file ? in_file.name : pattern)) {
        return g_strdup_printf("no function of %s matches '%s'", query->graph_name, pattern);
    }
    if (!has_file && colon && colon[1]) {
        return unknown_file(query, pattern, (size_t)(colon - pattern));
    }
    const char *arrow = arrow_in(pattern);
    if (arrow) {
        return g_strdup_printf("%s has no function '%s'; in a rule, %s needs white space before it",
                               query->graph_name, pattern, arrow);
    }
    char *close = query_suggest(query, has_file ? in_file.name : pattern,
                                has_file ? in_file.file : NULL, in_file.file_length);
    char *hint = close ? g_strdup_printf("; did you mean %s?", close) : NULL;
    hint = hint ? hint : absence_doubt(query, pattern);
    char *text =
        g_strdup_printf("%s has no function '%s'%s", query->graph_name, pattern, hint ? hint : "");
    g_free(close);
    g_free(hint);
    return text;
}

/*
 * Whether two nodes are one function in the source: the variants of a constructor have a node each,
 * but demangle to the same name and have the same file.
 */
static bool is_same_function(struct query *query, cg_node a, cg_node b)
{
    return strcmp(query_demangled(query, a), query_demangled(query, b)) == 0 &&
           g_strcmp0(cg_node_origin(query->graph, a), cg_node_origin(query->graph, b)) == 0;
}

static bool is_ambiguous(struct query *query, const struct selection *selection)
{
    for (size_t i = 1; i < selection->count; i++) {
        if (!is_same_function(query, selection->nodes[0], selection->nodes[i])) {
            return true;
        }
    }
    return false;
}

static void report_ambiguous(struct query *query, const struct selection *selection)
{
    cli_error("'%s' is ambiguous; it may mean", selection->pattern);
    for (size_t i = 0; i < selection->count; i++) {
        char *label = query_label(query, selection->nodes[i]);
        fprintf(stderr, "  %s\n", label);
        g_free(label);
    }
}

bool query_means_one(struct query *query, const char *name)
{
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    bool plain;
    find_functions(nodes, query, name, &plain);
    const struct selection selection = {
        .pattern = name, .nodes = (cg_node *)nodes->data, .count = nodes->len};
    bool one = plain && nodes->len > 0 && !is_ambiguous(query, &selection);
    g_array_unref(nodes);
    return one;
}

GArray *select_named(struct query *query, const char *name)
{
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    bool plain;
    find_functions(nodes, query, name, &plain);
    return nodes;
}

/* "/src/x.c:12" is a place, not a regular expression without its end. */
static bool is_absolute_place(const char *pattern)
{
    const char *colon = strrchr(pattern, ':');
    return pattern[0] == '/' && colon && g_ascii_isdigit(colon[1]) &&
           colon[1 + strspn(colon + 1, "0123456789")] == '\0';
}

/* Whether a pattern looks like a set, even a wrong one. Names of operators contain characters of
 * sets. */
static bool is_set(const char *pattern, struct cg_error *error)
{
    bool is_name = true;
    int status = cg_select_check(pattern, &is_name, error);
    if (status) {
        return cg_select_is_call(pattern) ||
               (strpbrk(pattern, "|&$@!\"/[") && !strstr(pattern, "operator") &&
                !is_absolute_place(pattern));
    }
    return !is_name;
}

/* @return CLI_OK if the pattern is no set, and so may mean nothing */
static int find_set(GArray *nodes, struct query *query, const char *pattern)
{
    struct cg_error error;
    if (!is_set(pattern, &error)) {
        return CLI_OK;
    }
    bool *in = g_new(bool, cg_graph_node_count(query->graph) + 1);
    int code = query_set(in, query, pattern);
    if (code == CLI_OK) {
        GArray *members = query_members(query, in);
        g_array_append_vals(nodes, members->data, members->len);
        g_array_unref(members);
    }
    if (code == CLI_OK && nodes->len == 0) {
        cli_error("no function of %s is in '%s'", query->graph_name, pattern);
        code = CLI_TROUBLE;
    }
    g_free(in);
    return code;
}

/* A text that cannot be a name is not searched for among demangled ones. */
static bool may_be_name(struct query *query, const char *pattern)
{
    bool is_name = true;
    return cg_graph_find(query->graph, pattern) != CG_NONE || strstr(pattern, "operator") ||
           cg_select_check(pattern, &is_name, NULL) || is_name;
}

static int select_whole(struct selection *out, struct query *query, const char *pattern)
{
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    bool plain = false;
    int code = CLI_OK;
    if (may_be_name(query, pattern)) {
        find_functions(nodes, query, pattern, &plain);
    }
    if (nodes->len == 0) {
        plain = false;
        code = find_set(nodes, query, pattern);
    }
    out->pattern = pattern;
    out->absent = out->absent_notes = NULL;
    out->count = nodes->len;
    out->nodes = (cg_node *)g_array_free(nodes, FALSE);
    query_sort(query, out->nodes, out->count);
    if (out->count > 0 && (!plain || !is_ambiguous(query, out))) {
        return CLI_OK;
    }
    if (code == CLI_OK && out->count == 0) {
        char *text = select_not_found(query, pattern);
        cli_error("%s", text);
        g_free(text);
    } else if (out->count > 0) {
        report_ambiguous(query, out);
    }
    selection_clear(out);
    return CLI_TROUBLE;
}

bool select_has_arrow(const char *name)
{
    return arrow_in(name) != NULL;
}

bool select_is_absent(struct query *query, const char *pattern)
{
    struct cg_error error;
    if (match_colon(pattern) || arrow_in(pattern) || is_set(pattern, &error)) {
        return false;
    }
    GArray *nodes = select_named(query, pattern);
    bool absent = nodes->len == 0;
    g_array_unref(nodes);
    return absent;
}

int selection_take_part(struct selection *selection, struct query *query)
{
    size_t count = 0;
    for (size_t i = 0; i < selection->count; i++) {
        cg_node node = query->part[selection->nodes[i]];
        if (node != CG_NONE) {
            selection->nodes[count++] = node;
        }
    }
    selection->count = count;
    if (count == 0) {
        cli_error("--include and --exclude leave no function of '%s'", selection->pattern);
        selection_clear(selection);
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

int query_select(struct selection *out, struct query *query, const char *pattern)
{
    int code = select_whole(out, query->whole ? query->whole : query, pattern);
    return code == CLI_OK && query->whole ? selection_take_part(out, query) : code;
}

void selection_clear(struct selection *selection)
{
    g_free(selection->nodes);
    g_strfreev(selection->absent);
    g_strfreev(selection->absent_notes);
    *selection = (struct selection){0};
}

cg_node selection_common(const struct selection *a, const struct selection *b)
{
    for (size_t i = 0; i < a->count; i++) {
        for (size_t k = 0; k < b->count; k++) {
            if (a->nodes[i] == b->nodes[k]) {
                return a->nodes[i];
            }
        }
    }
    return CG_NONE;
}

char *selection_text(struct query *query, const struct selection *selection)
{
    if (!is_ambiguous(query, selection)) {
        return g_strdup(query_name(query, selection->nodes[0]));
    }
    return g_strdup_printf("any of %zu functions matching '%s'", selection->count,
                           selection->pattern);
}
