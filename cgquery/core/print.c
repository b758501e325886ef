/* Prints calls, places and what is unknown about calls, as all verbs show them. */
#include "core/cgquery.h"

#include <libcg/kinds.h>
#include <libcg/subgraph.h>
#include <libcg/validate.h>

#include <string.h>

struct cg_site_list *query_sites(struct query *query, uint32_t number, const char *key)
{
    struct cg_error error;
    struct cg_site_list *list = NULL;
    if (cg_sites_read(&list, query->graph, number, key, &error) == CG_OK) {
        return list;
    }
    query_fail(query, &error);
    return NULL;
}

size_t site_count(const struct cg_site_list *list)
{
    return list ? cg_site_list_count(list) : 0;
}

char *percent_text(double share)
{
    char text[CLI_DOUBLE_LENGTH];
    cli_double_rounded(text, 100 * share, 3);
    return g_strdup_printf("%s %%", text);
}

void print_plain(const char *text)
{
    char *shown = cli_printable(text);
    fputs(shown, stdout);
    g_free(shown);
}

char *site_place(const struct cg_site *site)
{
    char *file = cli_printable(site->file ? site->file : "?");
    char *place = site->line == 0     ? g_strdup(file)
                  : site->column == 0 ? g_strdup_printf("%s:%u", file, site->line)
                                      : g_strdup_printf("%s:%u:%u", file, site->line, site->column);
    g_free(file);
    return place;
}

/* The place in a file; of generated code there is another, where its source is. */
static const struct cg_site *own_place(const struct cg_site_list *list, const char *file)
{
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        if (g_strcmp0(cg_site_list_at(list, i)->file, file) == 0) {
            return cg_site_list_at(list, i);
        }
    }
    return cg_site_list_at(list, 0);
}

char *query_place(struct query *query, cg_node node)
{
    struct cg_site_list *list = query_sites(query, node, CG_KEY_DEFINED_IN);
    struct cg_source_range range = {0};
    struct cg_site site = {.file = cg_node_origin(query->graph, node)};
    if (site_count(list) > 0) {
        site = *own_place(list, site.file);
        site.column = 0;
    } else if (cg_source_range(&range, query->graph, node)) {
        site.line = range.first_line;
    }
    char *place = site.file ? site_place(&site) : NULL;
    cg_site_list_free(list);
    return place;
}

bool edge_is_observed(const struct query *query, cg_edge edge)
{
    return cg_metadata_has(query->graph, CG_ON_EDGE, edge, CG_KEY_OBSERVED);
}

static void append_kinds(GString *text, const struct query *query, cg_edge edge)
{
    unsigned kinds = cg_edge_kinds(query->graph, edge) & CG_EDGE_ALL_KINDS;
    bool observed = edge_is_observed(query, edge);
    const char *separator = " [";
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        if (kinds & kind) {
            g_string_append_printf(text, "%s%s", separator, cg_edge_kind_name(kind));
            separator = ", ";
        }
    }
    g_string_append(text, observed ? separator : "");
    g_string_append(text, observed ? "observed]" : kinds ? "]" : "");
}

char *edge_kinds(const struct query *query, cg_edge edge)
{
    GString *text = g_string_new(NULL);
    append_kinds(text, query, edge);
    return g_string_free(text, FALSE);
}

char *edge_details(struct query *query, cg_edge edge)
{
    GString *text = g_string_new(NULL);
    append_kinds(text, query, edge);
    struct cg_site_list *sites = query_sites(query, edge, CG_KEY_CALL_SITES);
    size_t count = site_count(sites);
    if (count > 0) {
        char *place = site_place(cg_site_list_at(sites, 0));
        g_string_append_printf(text, " %s", place);
        g_free(place);
    }
    if (count > 1) {
        g_string_append_printf(text, " (+%zu more site%s)", count - 1, count > 2 ? "s" : "");
    }
    cg_site_list_free(sites);
    return g_string_free(text, FALSE);
}

/* Print a text and free it. */
static void print_and_free(char *text)
{
    fputs(text, stdout);
    g_free(text);
}

void print_kinds(const struct query *query, cg_edge edge)
{
    print_and_free(edge_kinds(query, edge));
}

void print_edge_details(struct query *query, cg_edge edge)
{
    print_and_free(edge_details(query, edge));
}

void print_edge_names(struct query *query, cg_edge edge)
{
    printf("%s -> ", query_name(query, cg_edge_caller(query->graph, edge)));
    printf("%s", query_name(query, cg_edge_callee(query->graph, edge)));
}

char *evidence_words(const struct cg_graph *graph, cg_edge edge)
{
    if (!cg_metadata_has(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE)) {
        return NULL;
    }
    GString *text = g_string_new(NULL);
    const char *word;
    for (size_t i = 0; (word = cg_word_at(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, i)); i++) {
        g_string_append_printf(text, "%s%s", i ? ", " : "", word);
    }
    return g_string_free(text, FALSE);
}

void print_edge(struct query *query, cg_edge edge)
{
    print_edge_names(query, edge);
    print_edge_details(query, edge);
    putchar('\n');
}

static void append_plain(GString *text, const char *before, const char *word, const char *after)
{
    char *shown = cli_printable(word);
    g_string_append_printf(text, "%s%s%s", before, shown, after);
    g_free(shown);
}

static void append_causes(GString *text, const struct query *query, const char *causes)
{
    char **names = g_strsplit(causes, CG_CAUSES_SEPARATOR, -1);
    for (size_t i = 0; names[i]; i++) {
        char *readable = query_readable_cause(query, names[i]);
        append_plain(text, i ? ", " : ": ", readable, "");
        g_free(readable);
    }
    g_strfreev(names);
}

char *unknown_details(const struct query *query, const struct cg_site *site)
{
    if (!site->unknown) {
        return NULL;
    }
    GString *text = g_string_new(NULL);
    append_plain(text, "", site->unknown, "");
    if (site->causes && strcmp(site->causes, site->unknown) != 0) {
        append_causes(text, query, site->causes);
    }
    return g_string_free(text, FALSE);
}

char *open_details(const struct query *query, const struct cg_site *site)
{
    char *place = site_place(site);
    GString *text = g_string_new(place);
    g_free(place);
    if (site->type) {
        append_plain(text, " ", site->type, "");
    }
    if (site->reason) {
        append_plain(text, " ", site->reason, "");
    }
    if (site->through) {
        char *through = query_readable(query, site->through);
        append_plain(text, " by ", through, "");
        g_free(through);
    }
    char *unknown = unknown_details(query, site);
    if (unknown) {
        g_string_append_printf(text, " (%s)", unknown);
    }
    g_free(unknown);
    return g_string_free(text, FALSE);
}

void print_open(const struct query *query, const struct cg_site *site)
{
    fputs("unresolved ", stdout);
    print_and_free(open_details(query, site));
}

void print_open_in(struct query *query, const struct cg_site *site, cg_node node, uint32_t distance)
{
    print_open(query, site);
    printf(" in %s", query_name(query, node));
    if (distance == CG_NONE) {
        fputs(", beyond code not collected", stdout);
    } else if (distance > 0) {
        printf(", %u %s away", (unsigned)distance, distance == 1 ? "call" : "calls");
    }
    putchar('\n');
}

void print_colored(const struct query *query, const char *sgr, const char *word)
{
    if (query->color) {
        printf("\033[%sm%s\033[0m", sgr, word);
    } else {
        fputs(word, stdout);
    }
}

bool query_is_part(const struct query *query)
{
    return cg_metadata_has(query->graph, CG_ON_GRAPH, 0, CG_KEY_PART);
}

void print_part_note(const struct query *query)
{
    if (query_is_part(query)) {
        puts(query->whole
                 ? "note: this is about the functions that --include and --exclude leave, and "
                   "their calls"
                 : "note: this is about the part of a graph that the file has, and its calls");
    }
}

static int compare_ranks(gconstpointer a, gconstpointer b, gpointer rank)
{
    uint32_t left = ((const uint32_t *)rank)[*(const cg_node *)a];
    uint32_t right = ((const uint32_t *)rank)[*(const cg_node *)b];
    return (left > right) - (left < right);
}

void query_sort(const struct query *query, cg_node *nodes, size_t count)
{
    if (count > 1) {
        g_qsort_with_data(nodes, (gint)count, sizeof *nodes, compare_ranks,
                          (gpointer)query_rank(query));
    }
}

size_t query_list_limit(const struct query *query, size_t most)
{
    int max = query->options.max;
    return max < 0 ? most : max == 0 ? SIZE_MAX : (size_t)max;
}
