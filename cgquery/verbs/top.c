/* The verb top: ranks functions by a number. */
#include "core/macro_folds.h"
#include "names/limit.h"
#include "values/function_values.h"

#include "print/graph_json.h"

#include <libcg/inclusive.h>
#include <libcg/kinds.h>

#include <math.h>
#include <string.h>

#define SHOWN 10

/* What is shown. */
struct ranking {
    struct query *query;
    struct values values;
    char *unit;      /* of the values; NULL: they are counts */
    double *numbers; /* by node: what functions are ranked by */
    bool inclusive;
    GArray *nodes;    /* of cg_node, ranked */
    guint shown;      /* of these */
    bool *known;      /* by node: it, or if inclusive anything it reaches, has a value */
    uint32_t without; /* number of functions without */
};

/* Numbers */

static gint larger_first(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct ranking *ranking = user;
    cg_node x = *(const cg_node *)a, y = *(const cg_node *)b;
    double left = ranking->numbers[x], right = ranking->numbers[y];
    if (left != right) {
        return left < right ? 1 : -1;
    }
    const uint32_t *rank = query_rank(ranking->query);
    return (rank[x] > rank[y]) - (rank[x] < rank[y]);
}

static int add_values_up(struct ranking *ranking)
{
    const struct cg_graph *graph = ranking->query->graph;
    struct cg_error error;
    ranking->numbers = g_new(double, cg_graph_node_count(graph) + 1);
    int status =
        cg_inclusive_sums(ranking->numbers, graph, ranking->values.values, CG_CALLEES, &error);
    if (!status) {
        status = cg_inclusive_known(ranking->known, graph, ranking->values.has, &error);
    }
    return status ? query_fail(ranking->query, &error) : CLI_OK;
}

/* Functions without a value are ranked by what they reach, if that has any. */
static void rank(struct ranking *ranking)
{
    const struct query *query = ranking->query;
    ranking->nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (query_is_within(query, node)) {
            ranking->without += !ranking->known[node];
            if (ranking->known[node]) {
                g_array_append_val(ranking->nodes, node);
            }
        }
    }
    g_array_sort_with_data(ranking->nodes, larger_first, ranking);
    size_t most = query_list_limit(query, query->options.json ? SIZE_MAX : SHOWN);
    ranking->shown = (guint)MIN(most, ranking->nodes->len);
}

static cg_node node_at(const struct ranking *ranking, guint i)
{
    return g_array_index(ranking->nodes, cg_node, i);
}

/* Text */

#define SHARE_WIDTH 6

static bool has_shares(const struct ranking *ranking)
{
    return !isnan(ranking->values.total);
}

/* "   12.5%", "       -" where the value has no share, "" where none has. */
static char *share_text(const struct ranking *ranking, double value)
{
    double total = ranking->values.total;
    char percent[CLI_DOUBLE_LENGTH] = "-";
    if (!has_shares(ranking)) {
        return g_strdup("");
    }
    if (total > 0 && value >= 0) {
        g_snprintf(percent, sizeof percent, "%.1f%%", 100 * value / total);
    }
    return g_strdup_printf("  %*s", SHARE_WIDTH, percent);
}

static void print_place(struct query *query, cg_node node)
{
    char *place = query_place(query, node);
    if (place) {
        printf("  %s", place);
    }
    g_free(place);
}

/* A line: a function, and with how many others one use of a macro makes it. */
struct row {
    cg_node node;
    struct macro_fold fold;
};

/* As many lines as are shown. @param functions receives how many functions they show */
static GArray *choose_rows(const struct ranking *ranking, struct macro_folds *folds,
                           guint *functions)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(struct row));
    *functions = 0;
    for (guint i = 0; i < ranking->nodes->len && rows->len < ranking->shown; i++) {
        struct row row = {.node = node_at(ranking, i)};
        row.fold = macro_folds_next(folds, row.node);
        *functions += row.fold.functions;
        if (row.fold.functions > 0) {
            g_array_append_val(rows, row);
        }
    }
    return rows;
}

static void print_row(const struct ranking *ranking, const struct row *row)
{
    struct query *query = ranking->query;
    char *share = share_text(ranking, ranking->numbers[row->node]);
    printf("%s  %s", share, query_name(query, row->node));
    print_place(query, row->node);
    if (row->fold.use) {
        printf("  and %u more of %s", (unsigned)row->fold.functions - 1, row->fold.use);
    }
    putchar('\n');
    g_free(share);
}

static void print_rows(const struct ranking *ranking, const GArray *rows)
{
    char **numbers = g_new0(char *, rows->len + 1);
    glong width = (glong)strlen("VALUE");
    for (guint i = 0; i < rows->len; i++) {
        const struct row *row = &g_array_index(rows, struct row, i);
        numbers[i] = cli_quantity(ranking->numbers[row->node], ranking->unit);
        width = MAX(width, g_utf8_strlen(numbers[i], -1));
    }
    printf("%*s%s  FUNCTION\n", (int)width, "VALUE", has_shares(ranking) ? "   SHARE" : "");
    for (guint i = 0; i < rows->len; i++) {
        printf("%*s%s", (int)(width - g_utf8_strlen(numbers[i], -1)), "", numbers[i]);
        print_row(ranking, &g_array_index(rows, struct row, i));
    }
    g_strfreev(numbers);
}

static void print_ranked(const struct ranking *ranking)
{
    guint functions;
    const struct cg_function_set all = {(const cg_node *)(const void *)ranking->nodes->data,
                                        ranking->nodes->len};
    struct macro_folds *folds = macro_folds_new(ranking->query, all);
    GArray *rows = choose_rows(ranking, folds, &functions);
    print_rows(ranking, rows);
    cli_print_more(stdout, "", ranking->nodes->len - functions, "function");
    g_array_unref(rows);
    macro_folds_free(folds);
}

static void print_text(const struct ranking *ranking)
{
    const char *key = ranking->values.key;
    uint32_t without = ranking->without;
    if (ranking->nodes->len == 0) {
        fputs("no function of these has ", stdout);
        cli_print_text(stdout, key);
        putchar('\n');
        return;
    }
    print_ranked(ranking);
    if (without > 0) {
        const char *led =
            without == 1 ? ", nor has anything it leads to" : ", nor has anything they lead to";
        printf("%u %s no ", (unsigned)without, without == 1 ? "function has" : "functions have");
        cli_print_text(stdout, key);
        printf("%s\n", ranking->inclusive ? led : "");
    }
}

static void sum_up_answer(const struct ranking *ranking)
{
    guint ranked = ranking->nodes->len, all = ranked + ranking->without;
    char *total = has_shares(ranking) ? cli_quantity(ranking->values.total, ranking->unit) : NULL;
    query_sum_up(ranking->query, "%u of %u function%s%s%s%s", ranked, all, cli_s(all),
                 total ? ", " : "", total ? total : "", total ? " in all" : "");
    g_free(total);
}

/* JSON */

static void put_function(struct json *json, const struct ranking *ranking, cg_node node)
{
    struct query *query = ranking->query;
    struct cg_source_range range;
    json_open(json, NULL, '{');
    json_double(json, "value", ranking->numbers[node]);
    json_function(json, "function", query, node);
    if (cg_source_range(&range, query->graph, node)) {
        json_number(json, "line", range.first_line);
        json_number(json, "column", range.first_column);
    }
    json_close(json, '}');
}

static void print_json(const struct ranking *ranking)
{
    struct json json = {.out = stdout};
    json_begin(&json, ranking->query);
    json_text(&json, "key", ranking->values.key);
    if (ranking->unit) {
        json_text(&json, "unit", ranking->unit);
    }
    json_bool(&json, "inclusive", ranking->inclusive);
    json_double(&json, "total", ranking->values.total);
    json_number(&json, "ranked", ranking->nodes->len);
    json_number(&json, "without", ranking->without);
    json_open(&json, "functions", '[');
    for (guint i = 0; i < ranking->shown; i++) {
        put_function(&json, ranking, node_at(ranking, i));
    }
    json_close(&json, ']');
    json_end(&json);
}

static void clear_ranking(struct ranking *ranking)
{
    if (ranking->inclusive) {
        g_free(ranking->numbers);
        g_free(ranking->known);
    }
    if (ranking->nodes) {
        g_array_unref(ranking->nodes);
    }
    values_clear(&ranking->values);
    g_free(ranking->unit);
}

static int run_top(struct query *query, char **arguments)
{
    struct ranking ranking = {.query = query};
    int code = values_read(&ranking.values, query, arguments[0]);
    ranking.unit = query_unit(query, CG_ON_NODE, arguments[0]);
    ranking.numbers = ranking.values.values;
    ranking.known = ranking.values.has;
    if (code == CLI_OK && query->options.inclusive && ranking.values.inclusive) {
        cli_note("%s is inclusive as it is", arguments[0]);
    } else if (code == CLI_OK && query->options.inclusive) {
        ranking.inclusive = true;
        ranking.known = g_new0(bool, cg_graph_node_count(query->graph) + 1);
        code = add_values_up(&ranking);
    }
    if (code == CLI_OK) {
        rank(&ranking);
        query->options.json ? print_json(&ranking) : print_text(&ranking);
        sum_up_answer(&ranking);
        code = ranking.nodes->len ? CLI_OK : CLI_NO;
    }
    clear_ranking(&ranking);
    return code;
}

const struct verb verb_top = {
    .name = "top",
    .arguments = "[GRAPH] KEY",
    .summary = "Rank functions by a number from metadata or the graph.",
    .description =
        "KEY is a number among the metadata (numStatements, loopDepth), a member of an object\n"
        "(stackSize.bytes, numOperations.numberOfFloatOps, profile.time.exclusive), or counted in "
        "the\n"
        "graph:\n"
        "  callers   functions that call it            callees  functions that it calls\n"
        "  reached   functions that lead to it         reaches  functions that it leads to\n"
        "  sites     places where it is called         visits   how often recorded runs entered "
        "it\n"
        "Of a list, the value is its length (unresolvedCalls, parameters); true counts 1.\n"
        "\n"
        "One function per line, the largest value first:\n"
        "  VALUE  SHARE  FUNCTION  FILE:LINE\n"
        "Functions that one use of a macro makes share the line of the first, unless --unfold is "
        "given:\n"
        "  VALUE  SHARE  FUNCTION  FILE:LINE  and N more of MACRO at FILE:LINE\n"
        "SHARE is the part of the whole. That is the sum over all functions; for reached and "
        "reaches, the\n"
        "number of functions; for what a profile measured, the run: the sum of the exclusive "
        "values, or the\n"
        "greatest inclusive value if that is more. Values that do not add up, such as loopDepth, "
        "have no\n"
        "SHARE. With --inclusive, VALUE is the sum over the function and all that it leads to, "
        "each counted\n"
        "once; a function without a value counts 0.\n"
        "\n"
        "Values have units (1.25 s, 12.3 MB, 4.5 M). In JSON they are plain numbers.\n"
        "\n"
        "Example:\n"
        "  cgquery top numStatements --inclusive        which functions have most code below them\n"
        "\n"
        "JSON: \"key\", \"unit\" (sec, bytes, ...; absent for counts), \"inclusive\", \"total\" "
        "(the whole, or null\n"
        "where values do not add up), \"ranked\" (the number of functions with a value), "
        "\"without\" (those\n"
        "without, which with --inclusive lead to none either), and \"functions\": \"value\", "
        "\"function\", and\n"
        "\"line\" and \"column\" where they are known.",
    .limit = LIMIT_LIST,
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_INCLUSIVE | OPTION_UNFOLD,
    .run = run_top,
};
