/* The verb common: the nearest functions that lead to several others. */
#include "names/chosen_functions.h"
#include "print/component.h"
#include "print/graph_json.h"
#include "print/unknown.h"

#include <libcg/common_callers.h>
#include <libcg/query.h>

#include <stdlib.h>

/* A nearest common caller, with the others of its cycle. */
struct caller {
    cg_node node;
    uint64_t total; /* of its distances */
    size_t others;
};

struct common {
    struct query *query;
    struct cg_condensation *condensation;
    uint32_t **distance; /* by selection and node: to it */
    bool *nearest;       /* by node */
    GArray *callers;     /* struct caller, nearest first */
};

static uint64_t total(const struct common *c, cg_node node)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < c->query->selection_count; i++) {
        sum += c->distance[i][node];
    }
    return sum;
}

static int by_distance(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct caller *left = a;
    const struct caller *right = b;
    const uint32_t *rank = query_rank(((const struct common *)user)->query);
    if (left->total != right->total) {
        return left->total < right->total ? -1 : 1;
    }
    return (rank[left->node] > rank[right->node]) - (rank[left->node] < rank[right->node]);
}

/* The nearest function of each component. */
static void gather(struct common *c)
{
    for (uint32_t i = 0; i < cg_condensation_count(c->condensation); i++) {
        struct caller best = {.node = CG_NONE};
        struct cg_function_set members = cg_condensation_members(c->condensation, i);
        for (size_t k = 0; k < members.count; k++) {
            cg_node node = members.nodes[k];
            struct caller caller = {node, c->nearest[node] ? total(c, node) : 0, members.count - 1};
            if (c->nearest[node] && (best.node == CG_NONE || by_distance(&caller, &best, c) < 0)) {
                best = caller;
            }
        }
        if (best.node != CG_NONE) {
            g_array_append_val(c->callers, best);
        }
    }
    g_array_sort_with_data(c->callers, by_distance, c);
}

static int find_callers(struct common *c, struct cg_error *error)
{
    const struct query *query = c->query;
    size_t count = query->selection_count;
    struct cg_function_set *sets = g_new(struct cg_function_set, count);
    int status = CG_OK;
    for (size_t i = 0; i < count && !status; i++) {
        const struct selection *of = &query->selections[i];
        sets[i] = (struct cg_function_set){of->nodes, of->count};
        status =
            cg_search(c->distance[i], query->graph, &(struct cg_function_set){of->nodes, of->count},
                      CG_CALLERS, CG_NONE, error);
    }
    if (!status) {
        status = cg_common_callers(c->nearest, query->graph, sets, count, error);
    }
    if (!status) {
        status = cg_condense(&c->condensation, query->graph, error);
    }
    g_free(sets);
    if (!status) {
        gather(c);
    }
    return status;
}

/* A shortest chain of calls from a caller to a selection; release with free. */
static cg_edge *path_to(struct common *c, cg_node node, size_t selection, size_t *length)
{
    const struct selection *to = &c->query->selections[selection];
    struct cg_error error;
    struct cg_found_path path = {.length = 0};
    if (cg_shortest_path(&path, c->query->graph, &(struct cg_function_set){&node, 1},
                         &(struct cg_function_set){to->nodes, to->count}, &error)) {
        query_fail(c->query, &error);
    }
    *length = path.length;
    return path.edges;
}

static void print_caller(struct common *c, const struct caller *caller)
{
    struct query *query = c->query;
    char *place = query_place(query, caller->node);
    printf("%s%s%s", query_name(query, caller->node), place ? "  " : "", place ? place : "");
    for (size_t i = 0; i < query->selection_count; i++) {
        uint32_t distance = c->distance[i][caller->node];
        printf("%s%u call%s to ", i ? ", " : "  ", distance, cli_s(distance));
        print_plain(query->selections[i].pattern);
    }
    if (caller->others) {
        printf(", in a cycle of %zu", caller->others + 1);
    }
    putchar('\n');
    g_free(place);
    for (size_t i = 0; i < query->selection_count; i++) {
        size_t length;
        cg_edge *path = path_to(c, caller->node, i, &length);
        for (size_t k = 0; k < length; k++) {
            fputs("  ", stdout);
            print_edge(query, path[k]);
        }
        free(path);
    }
}

static void print_text(struct common *c)
{
    size_t shown = query_limit_count(c->query, c->callers->len, 10);
    for (size_t i = 0; i < shown; i++) {
        print_caller(c, &g_array_index(c->callers, struct caller, i));
    }
    cli_print_more(stdout, "", c->callers->len - shown, "function");
    if (c->callers->len == 0) {
        puts("no function leads to all of them by calls that are known");
    }
}

static void json_caller(struct json *json, struct common *c, const struct caller *caller)
{
    size_t count;
    uint32_t component = cg_condensation_component(c->condensation, caller->node);
    cg_node *members = component_members(c->query, c->condensation, component, &count);
    json_open(json, NULL, '{');
    json_function(json, "function", c->query, caller->node);
    json_functions(json, "cycle", c->query,
                   (struct cg_function_set){members, count > 1 ? count : 0});
    json_open(json, "paths", '[');
    for (size_t i = 0; i < c->query->selection_count; i++) {
        size_t length;
        cg_edge *path = path_to(c, caller->node, i, &length);
        json_edges(json, NULL, c->query, (struct cg_call_set){path, length});
        free(path);
    }
    json_close(json, ']');
    json_close(json, '}');
    g_free(members);
}

static void print_json(struct common *c)
{
    struct json json = {.out = stdout};
    json_begin(&json, c->query);
    json_open(&json, "of", '[');
    for (size_t i = 0; i < c->query->selection_count; i++) {
        json_selection(&json, NULL, c->query, &c->query->selections[i]);
    }
    json_close(&json, ']');
    json_number(&json, "count", c->callers->len);
    json_open(&json, "callers", '[');
    for (size_t i = 0; i < query_limit_count(c->query, c->callers->len, 0); i++) {
        json_caller(&json, c, &g_array_index(c->callers, struct caller, i));
    }
    json_close(&json, ']');
    json_end(&json);
}

static int exit_without(struct query *query)
{
    struct unknown unknown = unknown_count(query, NULL);
    return unknown_exit(&unknown);
}

static int run_common_callers(struct query *query, char **arguments)
{
    (void)arguments;
    uint32_t nodes = cg_graph_node_count(query->graph);
    struct cg_error error;
    struct common c = {.query = query,
                       .distance = g_new0(uint32_t *, query->selection_count),
                       .nearest = g_new(bool, nodes + 1),
                       .callers = g_array_new(FALSE, FALSE, sizeof(struct caller))};
    for (size_t i = 0; i < query->selection_count; i++) {
        c.distance[i] = g_new(uint32_t, nodes + 1);
    }
    int code = find_callers(&c, &error) ? query_fail(query, &error) : CLI_OK;
    if (code == CLI_OK) {
        (query->options.json ? print_json : print_text)(&c);
        query_sum_up(query, "%u nearest common caller%s", c.callers->len, cli_s(c.callers->len));
        code = c.callers->len ? CLI_OK : exit_without(query);
    }
    for (size_t i = 0; i < query->selection_count; i++) {
        g_free(c.distance[i]);
    }
    g_free(c.distance);
    g_free(c.nearest);
    g_array_free(c.callers, TRUE);
    cg_condensation_free(c.condensation);
    return code;
}

const struct verb verb_common = {
    .name = "common",
    .arguments = "[GRAPH] NAME NAME [NAME...]",
    .summary = "Show the nearest functions that lead to every NAME.",
    .description =

        "A common caller leads to every NAME. It is nearest if it reaches no other common caller\n"
        "outside its own cycle; it may be one of the functions named. Of a cycle the nearest\n"
        "function is shown. Common callers are sorted by the sum of their distances, each with a\n"
        "shortest chain of calls to each NAME:\n"
        "  CALLER  FILE:LINE  N calls to NAME, N calls to NAME, in a cycle of N\n"
        "    CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "For a NAME that means several functions, a chain to any of them counts.\n"
        "\n"
        "JSON: \"of\", \"count\", \"callers\", each with \"function\", \"cycle\" (all functions "
        "of\n"
        "the cycle it is in) and \"paths\": to each NAME an array of calls.",
    .options = OPTIONS_COMMON | OPTION_EXCLUDE | OPTION_MAX,
    .functions = true,
    .run = run_common_callers,
};
