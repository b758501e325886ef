/* Prints dead functions as text. */
#include "core/macro_folds.h"
#include "print/reach_report.h"
#include "verbs/dead/dead.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

#define DEFAULT_UNKNOWN 10

/* " (S statements, L lines)"; nothing if the graph does not have them. */
static void print_size(const struct dead_sum *sum)
{
    if (sum->statements > 0 || sum->lines > 0) {
        printf(" (%" G_GUINT64_FORMAT " statement%s, %" G_GUINT64_FORMAT " line%s)",
               (guint64)sum->statements, cli_s(sum->statements), (guint64)sum->lines,
               cli_s(sum->lines));
    }
}

/* A heading: title, number of functions, size. A blank line keeps it apart from what is before. */
static void print_head(const char *what, const struct dead_sum *sum, bool first)
{
    if (!first || !cli_is_quiet()) {
        putchar('\n');
    }
    printf("%s%u function%s", what, (unsigned)sum->functions, cli_s(sum->functions));
    print_size(sum);
    putchar('\n');
}

static void print_summary(const struct dead_report *report)
{
    uint32_t count = report->all.functions;
    char *dead = count ? g_strdup_printf("%u", (unsigned)count) : g_strdup("none");
    print_colored(report->query, count ? "31" : "32", dead);
    printf(" of %u function%s %s dead", (unsigned)report->examined, cli_s(report->examined),
           count > 1 ? "are" : "is");
    print_size(&report->all);
    if (report->maybe.functions > 0) {
        printf(", of %u it is unknown", (unsigned)report->maybe.functions);
        print_size(&report->maybe);
    }
    putchar('\n');
    g_free(dead);
}

/* Functions */

/* ": a, b, c, ..."; nothing for none. */
static void print_names(struct query *query, const char *before, GArray *nodes)
{
    if (nodes->len > 0) {
        char *names =
            name_some(query, (struct cg_function_set){(const cg_node *)nodes->data, nodes->len});
        printf("%s%s", before, names);
        g_free(names);
    }
    g_array_unref(nodes);
}

static void print_address_taken(struct query *query, cg_node node)
{
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_ADDRESS_TAKEN);
    size_t count = site_count(sites);
    if (count > 0) {
        char *place = site_place(cg_site_list_at(sites, 0));
        printf(": %s", place);
        g_free(place);
    }
    if (count > 1) {
        printf(" (+%zu more)", count - 1);
    }
    cg_site_list_free(sites);
}

static void print_reason(const struct dead_report *report, cg_node node)
{
    enum cg_dead_reason reason = dead_reason(report, node);
    fputs(cg_dead_reason_text(reason), stdout);
    switch (reason) {
    case CG_DEAD_CALLERS:
    case CG_DEAD_CYCLE:
    case CG_MAYBE_CALLERS:
        print_names(report->query, ": ", dead_callers(report, node));
        break;
    case CG_DEAD_NEVER_INSTANTIATED:
    case CG_DEAD_VIRTUAL:
        print_names(report->query, ", overrides ", dead_overridden(report, node));
        break;
    case CG_DEAD_ADDRESS_TAKEN:
    case CG_MAYBE_BY_ADDRESS:
    case CG_MAYBE_MISTYPED:
        print_address_taken(report->query, node);
        break;
    default:
        break;
    }
}

static void print_tags(const struct query *query, cg_node node)
{
    struct cg_inline_info info;
    if (cg_inline_info(&info, query->graph, node) && (info.likely_inline || info.is_template)) {
        printf(" [%s%s%s]", info.likely_inline ? "inline" : "",
               info.likely_inline && info.is_template ? ", " : "",
               info.is_template ? "template" : "");
    }
}

static void print_function(const struct dead_report *report, cg_node node, const char *sgr,
                           const char *word)
{
    struct query *query = report->query;
    int64_t statements = cg_num_statements(query->graph, node);
    char *place = query_place(query, node);
    print_colored(query, sgr, word);
    printf(" %s  %s  ", query_name(query, node), place ? place : "?");
    print_reason(report, node);
    print_tags(query, node);
    if (statements >= 0) {
        printf("  %" G_GINT64_FORMAT " statement%s", (gint64)statements,
               cli_s((uint64_t)statements));
    }
    putchar('\n');
    g_free(place);
}

static void print_fold(struct query *query, const struct macro_fold *fold, const char *sgr,
                       const char *word)
{
    print_colored(query, sgr, word);
    printf(" %s: %u functions", fold->use, (unsigned)fold->functions);
    if (fold->statements > 0) {
        printf("  %" G_GUINT64_FORMAT " statement%s", (guint64)fold->statements,
               cli_s(fold->statements));
    }
    putchar('\n');
}

/* Prints at most `limit` lines, and how many functions are in no line. */
static void print_functions(const struct dead_report *report, struct cg_function_set list,
                            bool unknown, uint64_t limit)
{
    struct macro_folds *folds = macro_folds_new(report->query, list);
    const char *sgr = unknown ? "33" : "31", *word = unknown ? "unknown" : "dead";
    uint64_t lines = 0, functions = 0;
    for (size_t i = 0; i < list.count && lines < limit; i++) {
        struct macro_fold line = macro_folds_next(folds, list.nodes[i]);
        lines += line.functions > 0;
        functions += line.functions;
        if (line.use) {
            print_fold(report->query, &line, sgr, word);
        } else if (line.functions > 0) {
            print_function(report, list.nodes[i], sgr, word);
        }
    }
    print_rest(list.count, functions, "function");
    macro_folds_free(folds);
}

/* Clusters */

static void print_clusters(const struct dead_report *report, uint64_t limit)
{
    for (uint32_t i = 0; i < report->several && i < limit; i++) {
        print_head("cluster of ", &report->sums[report->ranked[i]], i == 0);
        print_functions(report, cg_dead_cluster_at(report->dead, report->ranked[i]), false,
                        UINT64_MAX);
    }
    print_rest(report->several, limit, "cluster");
}

static void print_singles(const struct dead_report *report, uint64_t limit)
{
    uint32_t count = cg_dead_cluster_count(report->dead) - report->several;
    struct dead_sum sum = {0};
    cg_node *singles = g_new(cg_node, count + 1);
    for (uint32_t i = report->several; i < cg_dead_cluster_count(report->dead); i++) {
        const struct dead_sum *one = &report->sums[report->ranked[i]];
        singles[i - report->several] = cg_dead_cluster_at(report->dead, report->ranked[i]).nodes[0];
        sum.functions += one->functions;
        sum.statements += one->statements;
        sum.lines += one->lines;
    }
    if (count > 0) {
        print_head("on their own: ", &sum, report->several == 0);
    }
    print_functions(report, (struct cg_function_set){singles, count}, false, limit);
    g_free(singles);
}

/* Unknown calls */

static void print_unknown(const struct dead_report *report, uint64_t limit)
{
    if (report->unknown->len > 0) {
        print_head("unknown: ", &report->maybe, cg_dead_cluster_count(report->dead) == 0);
    }
    const cg_node *nodes = (const cg_node *)report->unknown->data;
    print_functions(report, (struct cg_function_set){nodes, report->unknown->len}, true, limit);
}

static uint64_t print_unresolved_calls(const struct dead_report *report, cg_node node,
                                       uint64_t seen, uint64_t limit)
{
    struct query *query = report->query;
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
    for (size_t i = 0; i < site_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        if (!dead_may_be_anything(report, site)) {
            continue;
        }
        if (seen++ < limit) {
            print_open_in(query, site, node, 0);
        }
    }
    cg_site_list_free(sites);
    return seen;
}

static void print_anything(const struct dead_report *report, uint64_t limit)
{
    struct cg_function_set calls_anything = cg_dead_calls_anything(report->dead);
    struct query *query = report->query;
    uint64_t unrecorded = 0, seen = 0;
    if (report->maybe.functions == 0) {
        return;
    }
    for (size_t i = 0; i < calls_anything.count; i++) {
        cg_node node = calls_anything.nodes[i];
        if (!cg_metadata_has(query->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) {
            if (unrecorded++ < limit) {
                printf("unrecorded %s: the graph does not record whether all its calls are known\n",
                       query_name(query, node));
            }
        } else {
            seen = print_unresolved_calls(report, node, seen, limit);
        }
    }
    print_rest(unrecorded, limit, "such function");
    print_rest(seen, limit, "unresolved call");
}

void dead_print_text(const struct dead_report *report)
{
    uint64_t limit = query_list_limit(report->query, SIZE_MAX);
    uint64_t unknown = query_list_limit(report->query, DEFAULT_UNKNOWN);
    if (!cli_is_quiet()) {
        print_summary(report);
    }
    print_clusters(report, limit);
    print_singles(report, limit);
    print_unknown(report, unknown);
    print_anything(report, unknown);
}
