#include "json.h"
#include "query.h"
#include "select.h"

#include <libcg/query.h>

#include <stdlib.h>

#define DEFAULT_MAX 10
#define NAMED_FUNCTIONS 3

/* A question with its answer. */
struct answered {
    struct query *query;
    const struct selection *from;
    const struct selection *to;
    struct cg_reach *reach;
    uint32_t *distance; /* by node: least number of calls from `from` */
    char *from_text;
    char *to_text;
};

static const char *calls(uint64_t count)
{
    return count == 1 ? "call" : "calls";
}

static void print_yes(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    struct query *query = answered->query;
    print_colored(query, "32", "yes");
    if (reach->path_length == 0) {
        cg_node common = selection_common(answered->from, answered->to);
        printf(": %s is both FROM and TO\n", query_name(query, common));
        return;
    }
    cg_edge last = reach->path[reach->path_length - 1];
    printf(": %s reaches ", query_name(query, cg_edge_caller(query->graph, reach->path[0])));
    printf("%s in %zu %s\n", query_name(query, cg_edge_callee(query->graph, last)),
           reach->path_length, calls(reach->path_length));
    for (size_t i = 0; i < reach->path_length; i++) {
        fputs("  ", stdout);
        print_edge(query, reach->path[i]);
    }
}

/* "qsort, bsearch, ..." */
static char *name_some(const struct answered *answered, const cg_node *nodes, size_t count)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < count && i < NAMED_FUNCTIONS; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "",
                               query_name(answered->query, nodes[i]));
    }
    if (count > NAMED_FUNCTIONS) {
        g_string_append(text, ", ...");
    }
    return g_string_free(text, FALSE);
}

static char *name_uncollected(const struct answered *answered)
{
    return name_some(answered, answered->reach->uncollected, answered->reach->uncollected_count);
}

/* What the proof covers: "4 functions reached, 1 of them not collected, ..." */
static void print_reached(const struct cg_reach *reach)
{
    printf(" (%u function%s reached", (unsigned)reach->reached, reach->reached == 1 ? "" : "s");
    if (reach->answer != CG_NO || !reach->records_open_calls) {
        puts(")");
    } else if (reach->uncollected_count == 0) {
        puts(", all calls known)");
    } else if (reach->uncollected_count == reach->reached) {
        puts(", not collected)");
    } else {
        printf(", %zu of them not collected, all calls of the others known)\n",
               reach->uncollected_count);
    }
}

static void print_no(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    print_colored(answered->query, "31", "no");
    printf(": there is no path from %s to %s", answered->from_text, answered->to_text);
    print_reached(reach);
    if (!reach->records_open_calls) {
        puts("note: this graph does not record open calls: the answer holds for the calls it lists "
             "only");
    }
    if (!reach->records_open_calls || reach->uncollected_count == 0) {
        return;
    }
    char *names = name_uncollected(answered);
    printf("  code not collected (%s) can only call back functions whose address is taken%s, and "
           "none of those leads to %s\n",
           names,
           reach->strangers_count > 0 ? " or, not being a system library's, external ones" : "",
           answered->to_text);
    g_free(names);
}

/* Nearest to the start first: those are the ones to look at. */
static int compare_open(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct answered *answered = user;
    cg_node left = *(const cg_node *)a;
    cg_node right = *(const cg_node *)b;
    const uint32_t *rank = answered->query->rank;
    uint32_t left_key = answered->distance[left];
    uint32_t right_key = answered->distance[right];
    if (left_key == right_key) {
        left_key = rank[left];
        right_key = rank[right];
    }
    return (left_key > right_key) - (left_key < right_key);
}

static void print_open_site(const struct answered *answered, cg_node node,
                            const struct cg_site *site)
{
    fputs("  ", stdout);
    print_open_in(answered->query, site, node, answered->distance[node]);
}

static void print_open_sites(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    int max = answered->query->options.max;
    uint64_t limit = max < 0 ? DEFAULT_MAX : max == 0 ? UINT64_MAX : (uint64_t)max;
    uint64_t seen = 0;
    for (size_t i = 0; i < reach->open_count; i++) {
        struct cg_site_list *sites =
            query_sites(answered->query, reach->open[i], CG_KEY_OPEN_CALLS);
        for (size_t k = 0; k < site_count(sites); k++) {
            if (seen++ < limit) {
                print_open_site(answered, reach->open[i], cg_site_list_at(sites, k));
            }
        }
        cg_site_list_free(sites);
    }
    if (seen > limit) {
        printf("  and %" G_GUINT64_FORMAT " more open %s (--max=0 shows all)\n",
               (guint64)(seen - limit), calls(seen - limit));
    }
}

static void print_callback(const struct answered *answered, cg_node node, const char *uncollected)
{
    printf("  code not collected (%s) may call back %s", uncollected,
           query_name(answered->query, node));
    struct cg_site_list *sites = query_sites(answered->query, node, CG_KEY_ADDRESS_TAKEN);
    if (site_count(sites) > 0) {
        char *place = site_place(cg_site_list_at(sites, 0));
        printf(" (its address is taken at %s)", place);
        g_free(place);
    }
    putchar('\n');
    cg_site_list_free(sites);
}

static void print_named(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    char *strangers = name_some(answered, reach->strangers, reach->strangers_count);
    char *named = name_some(answered, reach->named, reach->named_count);
    printf("  code not collected (%s) is not from a system header and may call %s by name\n",
           strangers, named);
    g_free(strangers);
    g_free(named);
}

static void print_unknown(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    print_colored(answered->query, "33", "unknown");
    printf(": no known path from %s to %s, but not all calls are known", answered->from_text,
           answered->to_text);
    print_reached(reach);
    print_open_sites(answered);
    for (size_t i = 0; i < reach->silent_count; i++) {
        printf("  the graph does not say whether all calls of %s are known\n",
               query_name(answered->query, reach->silent[i]));
    }
    if (reach->named_count > 0) {
        print_named(answered);
    }
    if (reach->uncollected_count == 0) {
        return;
    }
    char *uncollected = name_uncollected(answered);
    for (size_t i = 0; i < reach->callbacks_count; i++) {
        print_callback(answered, reach->callbacks[i], uncollected);
    }
    g_free(uncollected);
}

static void print_text(const struct answered *answered)
{
    switch (answered->reach->answer) {
    case CG_YES:
        print_yes(answered);
        break;
    case CG_NO:
        print_no(answered);
        break;
    case CG_UNKNOWN:
        print_unknown(answered);
        break;
    }
}

static void json_open_sites(struct json *json, const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    struct query *query = answered->query;
    uint64_t left = query->options.max > 0 ? (uint64_t)query->options.max : UINT64_MAX;
    json_open(json, "open", '[');
    for (size_t i = 0; i < reach->open_count; i++) {
        left -=
            json_open_calls(json, query, reach->open[i], answered->distance[reach->open[i]], left);
    }
    json_close(json, ']');
}

static void json_callbacks(struct json *json, const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    json_open(json, "callbacks", '[');
    for (size_t i = 0; i < reach->callbacks_count; i++) {
        json_address_taken(json, answered->query, reach->callbacks[i]);
    }
    json_close(json, ']');
}

static void print_json(const struct answered *answered)
{
    static const char *const answers[] = {
        [CG_YES] = "yes", [CG_NO] = "no", [CG_UNKNOWN] = "unknown"};
    const struct cg_reach *reach = answered->reach;
    struct query *query = answered->query;
    struct json json = {0};
    json_begin(&json, query);
    json_selection(&json, "from", query, answered->from);
    json_selection(&json, "to", query, answered->to);
    json_text(&json, "answer", answers[reach->answer]);
    json_open(&json, "path", '[');
    for (size_t i = 0; i < reach->path_length; i++) {
        json_edge(&json, query, reach->path[i]);
    }
    json_close(&json, ']');
    json_number(&json, "reached", reach->reached);
    json_bool(&json, "recordsOpenCalls", reach->records_open_calls);
    json_open_sites(&json, answered);
    json_functions(&json, "silent", query, reach->silent, reach->silent_count);
    json_functions(&json, "uncollected", query, reach->uncollected, reach->uncollected_count);
    json_callbacks(&json, answered);
    json_functions(&json, "strangers", query, reach->strangers, reach->strangers_count);
    json_functions(&json, "named", query, reach->named, reach->named_count);
    json_end(&json);
}

static void print_answer(struct answered *answered)
{
    struct cg_reach *reach = answered->reach;
    if (reach->open_count > 1) {
        g_qsort_with_data(reach->open, (gint)reach->open_count, sizeof *reach->open, compare_open,
                          answered);
    }
    answered->from_text = selection_text(answered->query, answered->from);
    answered->to_text = selection_text(answered->query, answered->to);
    if (answered->query->options.json) {
        print_json(answered);
    } else {
        print_text(answered);
    }
    g_free(answered->from_text);
    g_free(answered->to_text);
}

static int answer(struct query *query, const struct selection *from, const struct selection *to)
{
    static const int codes[] = {[CG_YES] = CLI_OK, [CG_NO] = CLI_NO, [CG_UNKNOWN] = CLI_UNKNOWN};
    struct cg_error error;
    struct answered answered = {.query = query, .from = from, .to = to};
    answered.distance = g_new(uint32_t, cg_graph_node_count(query->graph));
    int code;
    if (cg_search(answered.distance, query->graph, from->nodes, from->count, CG_CALLEES, CG_NONE,
                  &error) ||
        cg_reach(&answered.reach, query->graph, from->nodes, from->count, to->nodes, to->count,
                 &error)) {
        code = query_fail(query, &error);
    } else {
        print_answer(&answered);
        code = codes[answered.reach->answer];
    }
    cg_reach_free(answered.reach);
    g_free(answered.distance);
    return code;
}

static int run(struct query *query, char **arguments)
{
    return query_from_to(query, arguments, answer);
}

const struct verb verb_reach = {
    .name = "reach",
    .arguments = "GRAPH FROM TO",
    .summary = "Tell whether FROM can ever call TO, directly or not.",
    .description =
        "yes: there is a chain of calls; a shortest one follows, one call per line:\n"
        "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "no: there is none, and all calls of all functions on the way are known. System libraries\n"
        "are taken to call only functions whose address is taken; other code that was not\n"
        "collected, any function that is not internal.\n"
        "unknown: there is none among the known calls, and these keep it from being certain:\n"
        "  open FILE:LINE:COLUMN TYPE REASON in FUNCTION, N calls away     nearest first\n"
        "  functions of which the graph does not say whether all their calls are known\n"
        "  functions leading to TO that code not collected may call back, or by name\n"
        "\n"
        "JSON: \"from\", \"to\", \"answer\", \"path\" (calls in order), \"reached\" (a number),\n"
        "\"recordsOpenCalls\", \"open\" (sites with \"function\" and \"distance\"), \"silent\",\n"
        "\"uncollected\" (functions), \"callbacks\" (\"function\" and the \"sites\" that take its\n"
        "address), \"strangers\" (of the uncollected those of no system header), \"named\" (what\n"
        "those may call by name).\n"
        "\n"
        "Exit status: 0 yes, 1 no, 2 trouble, 3 unknown.",
    .options = OPTIONS_COMMON | OPTION_MAX,
    .run = run,
};
