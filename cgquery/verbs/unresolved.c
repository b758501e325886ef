/* The verb unresolved: the calls whose callees the graph does not know all of, and what would
 * resolve them. */
#include "core/cgquery.h"
#include "names/limit.h"
#include "print/component.h"
#include "print/graph_json.h"

#include <libcg/facts.h>
#include <libcg/link.h>

#include <stdlib.h>
#include <string.h>

/** A function that leaves calls unresolved. */
struct culprit {
    char *name;
    uint64_t calls;
    uint64_t only; /**< calls for which it is the only one */
};

/** The answer. */
struct answer {
    struct query *query;
    cg_node *order; /**< functions to show that have unresolved calls, in canonical order */
    size_t functions;
    uint64_t calls;
    GHashTable *reasons;  /**< of calls whose culprits the graph does not record: how many */
    uint64_t unexplained; /**< number of those */
    uint64_t crowded;     /**< calls that have more culprits than they name */
    GHashTable *culprits; /**< name: struct culprit */
    GPtrArray *ranked;    /**< borrowed from `culprits` */
    cg_node *undescribed; /**< functions not collected that no summary describes, most callers first
                           */
    size_t undescribed_count;
};

/* Collecting */

static uint32_t count_callers(const struct answer *answer, cg_node node)
{
    const cg_edge *edges;
    return cg_node_in_edges(answer->query->graph, node, &edges);
}

static void free_culprit(gpointer pointer)
{
    struct culprit *culprit = pointer;
    g_free(culprit->name);
    g_free(culprit);
}

static void count_culprit(struct answer *answer, const char *name, bool only)
{
    struct culprit *culprit = g_hash_table_lookup(answer->culprits, name);
    if (!culprit) {
        culprit = g_new0(struct culprit, 1);
        culprit->name = g_strdup(name);
        g_hash_table_insert(answer->culprits, culprit->name, culprit);
        g_ptr_array_add(answer->ranked, culprit);
    }
    culprit->calls++;
    culprit->only += only;
}

/* Whether a word counts the culprits that are not named: "12 more". */
static bool is_rest(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return digits && strcmp(word + digits, " more") == 0;
}

static void count_reason(struct answer *answer, const char *reason)
{
    gpointer count = g_hash_table_lookup(answer->reasons, reason);
    answer->unexplained++;
    g_hash_table_insert(answer->reasons, g_strdup(reason),
                        GUINT_TO_POINTER(GPOINTER_TO_UINT(count) + 1));
}

static void count_site(struct answer *answer, const struct cg_site *site)
{
    /* Of a library function that nothing describes, nothing is known but that it may call. */
    const char *causes = site->causes ? site->causes : site->through;
    answer->calls++;
    if (!causes) {
        count_reason(answer, site->reason ? site->reason : "unknown");
    }
    char **words = g_strsplit(causes ? causes : "", CG_CAUSES_SEPARATOR, -1);
    size_t count = g_strv_length(words);
    for (size_t i = 0; i < count; i++) {
        if (is_rest(words[i])) {
            answer->crowded++;
        } else {
            count_culprit(answer, words[i], count == 1);
        }
    }
    g_strfreev(words);
}

static gint by_calls(gconstpointer a, gconstpointer b)
{
    const struct culprit *x = *(struct culprit *const *)a, *y = *(struct culprit *const *)b;
    if (x->only != y->only) {
        return x->only > y->only ? -1 : 1;
    }
    if (x->calls != y->calls) {
        return x->calls > y->calls ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

static gint by_callers(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct answer *answer = user;
    cg_node x = *(const cg_node *)a, y = *(const cg_node *)b;
    uint32_t left = count_callers(answer, x), right = count_callers(answer, y);
    const uint32_t *rank = query_rank(answer->query);
    return left == right ? (rank[x] > rank[y]) - (rank[x] < rank[y]) : left > right ? -1 : 1;
}

static void collect_calls(struct answer *answer, cg_node node)
{
    struct cg_site_list *sites = query_sites(answer->query, node, CG_KEY_UNRESOLVED_CALLS);
    for (size_t i = 0; i < site_count(sites); i++) {
        count_site(answer, cg_site_list_at(sites, i));
    }
    if (site_count(sites) > 0) {
        answer->order[answer->functions++] = node;
    }
    cg_site_list_free(sites);
}

static void collect_all_calls(struct answer *answer)
{
    struct query *query = answer->query;
    uint32_t count = cg_graph_node_count(query->graph);
    answer->order = g_new(cg_node, (gsize)count + 1);
    answer->undescribed = g_new(cg_node, (gsize)count + 1);
    for (cg_node node = 0; node < count; node++) {
        if (query_is_within(query, node)) {
            collect_calls(answer, node);
        }
        bool undescribed = cg_node_truth(query->graph, node, CG_KEY_UNDESCRIBED) == CG_TRUTH_TRUE;
        if (undescribed && count_callers(answer, node) > 0) {
            answer->undescribed[answer->undescribed_count++] = node;
        }
    }
    query_sort(query, answer->order, answer->functions);
    g_ptr_array_sort(answer->ranked, by_calls);
    g_qsort_with_data(answer->undescribed, (gint)answer->undescribed_count, sizeof(cg_node),
                      by_callers, answer);
}

/* Text */

static void print_call(const struct answer *answer, const struct cg_site *site)
{
    char *details = open_details(answer->query, site);
    printf("  %s\n", details);
    g_free(details);
}

static void print_calls(const struct answer *answer)
{
    struct query *query = answer->query;
    size_t room = query_limit_count(query, answer->calls, 0);
    for (size_t i = 0; i < answer->functions && room > 0; i++) {
        cg_node node = answer->order[i];
        char *place = query_place(query, node);
        struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
        printf("%s%s%s\n", query_name(query, node), place ? "  " : "", place ? place : "");
        for (size_t s = 0; s < site_count(sites) && room > 0; s++, room--) {
            print_call(answer, cg_site_list_at(sites, s));
        }
        cg_site_list_free(sites);
        g_free(place);
    }
    cli_print_more(stdout, "", answer->calls - query_limit_count(query, answer->calls, 0), NULL);
}

static void print_culprits(const struct answer *answer)
{
    struct query *query = answer->query;
    size_t shown = query_limit_count(query, answer->ranked->len, 0);
    if (shown > 0) {
        puts("calls  alone  culprit");
    }
    for (size_t i = 0; i < shown; i++) {
        const struct culprit *culprit = g_ptr_array_index(answer->ranked, i);
        char *readable = query_readable_cause(query, culprit->name);
        char *shown_name = cli_printable(readable);
        printf("%5" G_GUINT64_FORMAT "  %5" G_GUINT64_FORMAT "  %s\n", culprit->calls,
               culprit->only, shown_name);
        g_free(shown_name);
        g_free(readable);
    }
    cli_print_more(stdout, "", answer->ranked->len - shown, NULL);
    shown = query_limit_count(query, answer->undescribed_count, 0);
    if (shown > 0) {
        puts("callers  not collected, and not described by a summary");
    }
    for (size_t i = 0; i < shown; i++) {
        cg_node node = answer->undescribed[i];
        printf("%7u  %s\n", count_callers(answer, node), query_name(query, node));
    }
    cli_print_more(stdout, "", answer->undescribed_count - shown, NULL);
}

/** "5 not emitted, 2 inline assembly" */
static char *list_reasons(const struct answer *answer)
{
    GString *text = g_string_new(NULL);
    GList *sorted = g_list_sort(g_hash_table_get_keys(answer->reasons), (GCompareFunc)strcmp);
    for (const GList *reason = sorted; reason; reason = reason->next) {
        gpointer count = g_hash_table_lookup(answer->reasons, reason->data);
        g_string_append_printf(text, "%s%u %s", text->len ? ", " : "", GPOINTER_TO_UINT(count),
                               (const char *)reason->data);
    }
    g_list_free(sorted);
    return g_string_free(text, FALSE);
}

static void print_notes(const struct answer *answer)
{
    if (answer->unexplained) {
        bool linked = cg_metadata_has(answer->query->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED);
        char *reasons = list_reasons(answer);
        cli_note("the graph does not record the culprits of %" G_GUINT64_FORMAT " call%s (%s)%s",
                 answer->unexplained, cli_s(answer->unexplained), reasons,
                 linked ? "" : "; 'cgmerge' finds them when it links");
        g_free(reasons);
    }
    if (answer->crowded && answer->query->options.by_culprit) {
        cli_note("%" G_GUINT64_FORMAT " call%s %s culprits than the graph names", answer->crowded,
                 cli_s(answer->crowded), answer->crowded == 1 ? "has more" : "have more");
    }
}

static void print_text(const struct answer *answer)
{
    if (answer->query->options.by_culprit) {
        print_culprits(answer);
    } else {
        print_calls(answer);
    }
    if (answer->calls == 0) {
        cli_note("no call of %s%s is unresolved", answer->query->graph_name,
                 answer->query->options.include ? " of --include" : "");
    }
    print_notes(answer);
}

/* JSON */

static void json_calls(struct json *json, const struct answer *answer)
{
    struct query *query = answer->query;
    size_t room = query_limit_count(query, answer->calls, 0);
    json_open(json, "calls", '[');
    for (size_t i = 0; i < answer->functions && room > 0; i++) {
        cg_node node = answer->order[i];
        struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
        for (size_t s = 0; s < site_count(sites) && room > 0; s++, room--) {
            json_open_line(json, NULL, '{');
            json_function(json, "function", query, node);
            json_open(json, "site", '{');
            json_site_members(json, cg_site_list_at(sites, s));
            json_close(json, '}');
            json_close(json, '}');
        }
        cg_site_list_free(sites);
    }
    json_close(json, ']');
}

static void json_culprits(struct json *json, const struct answer *answer)
{
    struct query *query = answer->query;
    size_t shown = query_limit_count(query, answer->ranked->len, 0);
    json_open(json, "culprits", '[');
    for (size_t i = 0; i < shown; i++) {
        const struct culprit *culprit = g_ptr_array_index(answer->ranked, i);
        json_open_line(json, NULL, '{');
        json_text(json, "culprit", culprit->name);
        json_number(json, "calls", culprit->calls);
        json_number(json, "alone", culprit->only);
        json_close(json, '}');
    }
    json_close(json, ']');
    shown = query_limit_count(query, answer->undescribed_count, 0);
    json_open(json, "undescribed", '[');
    for (size_t i = 0; i < shown; i++) {
        cg_node node = answer->undescribed[i];
        json_open_line(json, NULL, '{');
        json_function(json, "function", query, node);
        json_number(json, "callers", count_callers(answer, node));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_json(const struct answer *answer)
{
    struct json json = {.out = stdout};
    json_begin(&json, answer->query);
    json_number(&json, "total", answer->calls);
    json_number(&json, "functions", answer->functions);
    json_number(&json, "unexplained", answer->unexplained);
    if (answer->query->options.by_culprit) {
        json_culprits(&json, answer);
    } else {
        json_calls(&json, answer);
    }
    json_end(&json);
}

static int run_unresolved(struct query *query, char **arguments)
{
    (void)arguments;
    struct answer answer = {
        .query = query,
        .culprits = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_culprit),
        .ranked = g_ptr_array_new(),
        .reasons = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
    };
    collect_all_calls(&answer);
    if (query->options.json) {
        print_json(&answer);
    } else {
        print_text(&answer);
    }
    query_sum_up(query, "%" G_GUINT64_FORMAT " unresolved call%s in %zu of %u functions",
                 answer.calls, cli_s(answer.calls), answer.functions,
                 cg_graph_node_count(query->graph));
    g_ptr_array_unref(answer.ranked);
    g_hash_table_unref(answer.culprits);
    g_hash_table_unref(answer.reasons);
    g_free(answer.order);
    g_free(answer.undescribed);
    return answer.calls > 0 ? CLI_OK : CLI_NO;
}

const struct verb verb_unresolved = {
    .name = "unresolved",
    .arguments = "[GRAPH]",
    .summary = "List calls with unknown callees, and what would resolve them.",
    .description =
        "A line per function, and below it a line per call:\n"
        "  FILE:LINE:COLUMN TYPE REASON (WHY: CULPRIT, CULPRIT...)\n"
        "A culprit is a function whose result, conversions or code make the pointer's value\n"
        "unknown; the first ones leave most calls unresolved. Where the graph records none, it is\n"
        "the function that calls back, if one does; a note gives the reasons of the other calls.\n"
        "\n"
        "With --by-culprit, a line per culprit: the calls that it leaves unresolved, those of "
        "them\n"
        "that have no other culprit, and its name. Then the functions that were not collected\n"
        "and that no summary describes, with their callers. Collect the source of the first ones,\n"
        "or describe them with 'cgmerge --summaries'. Where the culprit is dlopen or dlsym,\n"
        "'cgmerge --assume=no-loaded-code' excludes code that the program loads; where that is in\n"
        "the graphs, 'loaded-code-collected' finds it.\n"
        "\n"
        "JSON: \"total\" (calls), \"functions\" (how many have such calls), \"unexplained\" "
        "(calls\n"
        "without culprits) and \"calls\" (\"function\" and \"site\", whose \"causes\" are "
        "culprits\n"
        "separated by \"; \"); with --by-culprit instead of \"calls\" \"culprits\" (\"culprit\",\n"
        "\"calls\", \"alone\") and \"undescribed\" (\"function\", \"callers\").",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_CULPRIT,
    .limit = LIMIT_LIST,
    .max_help = CLI_MAX_HELP("all"),
    .concludes = true,
    .run = run_unresolved,
};
