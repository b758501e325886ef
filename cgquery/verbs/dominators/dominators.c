/*
 * Chooses entry points and exits, has the library make the tree from either end, and prints each
 * function's chain.
 */
#include "verbs/dominators/dominators.h"

#include "names/sets.h"

#include <libcg/dominators.h>

/* The begin or end of chains as text: the function's name, or "any of N entries". Release with
 *  g_free. */
static char *dominance_ends_text(const struct dominance *d)
{
    const cg_node *ends = (const cg_node *)d->ends->data;
    if (d->ends->len == 1) {
        return g_strdup(query_name(d->query, ends[0]));
    }
    return g_strdup_printf("any of %u %s", d->ends->len,
                           d->direction == CG_CALLEES ? "entries" : "exits");
}

/* All dominators of a function except itself, from the entry point down; postdominators from the
 *  function on. Release with g_free. */
static cg_node *dominance_chain(const struct dominance *d, cg_node node, size_t *count)
{
    GArray *chain = g_array_new(FALSE, FALSE, sizeof(cg_node));
    while (d->dominator[node] != node) {
        node = d->dominator[node];
        g_array_append_val(chain, node);
    }
    *count = chain->len;
    cg_node *nodes = (cg_node *)(void *)g_array_free(chain, FALSE);
    for (size_t i = 0; d->direction == CG_CALLEES && i < *count / 2; i++) {
        cg_node other = nodes[i];
        nodes[i] = nodes[*count - 1 - i];
        nodes[*count - 1 - i] = other;
    }
    return nodes;
}

static bool is_exit(const struct cg_graph *graph, cg_node node)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, node, &first);
    for (uint32_t i = 0; i < count; i++) {
        if (cg_edge_callee(graph, first + i) != node &&
            cg_edge_kinds(graph, first + i) != CG_EDGE_CANDIDATE) {
            return false;
        }
    }
    return true;
}

/* The functions of --exit, else those that call nothing. NULL after reporting an error. */
static GArray *choose_exits(struct query *query)
{
    const struct cg_graph *graph = query->graph;
    bool *set = query->options.exits ? query_sets_union(query, query->options.exits)
                                     : g_new(bool, cg_graph_node_count(graph) + 1);
    if (!set) {
        return NULL;
    }
    for (cg_node node = 0; !query->options.exits && node < cg_graph_node_count(graph); node++) {
        set[node] = is_exit(graph, node);
    }
    GArray *exits = query_members(query, set);
    g_free(set);
    if (exits->len == 0) {
        cli_error(query->options.exits ? "%s has no function that --exit names"
                                       : "%s has no function that calls nothing; say with --exit "
                                         "where chains of calls end",
                  query->graph_name);
        g_array_unref(exits);
        return NULL;
    }
    return exits;
}

static void print_unreached(const struct dominance *d, cg_node node)
{
    char *ends = dominance_ends_text(d);
    const char *name = query_name(d->query, node);
    bool callees = d->direction == CG_CALLEES;
    printf("no chain of calls from %s to %s is known; 'cgquery reach' decides whether that is "
           "certain\n",
           callees ? ends : name, callees ? name : ends);
    g_free(ends);
}

static void print_one(const struct dominance *d, cg_node node)
{
    size_t count;
    cg_node *chain = dominance_chain(d, node, &count);
    char *ends = dominance_ends_text(d);
    const char *name = query_name(d->query, node);
    bool callees = d->direction == CG_CALLEES;
    printf("every chain of calls from %s to %s goes through%s\n", callees ? ends : name,
           callees ? name : ends, count ? "" : " nothing but itself");
    for (size_t i = 0; i < count; i++) {
        char *place = query_place(d->query, chain[i]);
        printf("  %s%s%s\n", query_name(d->query, chain[i]), place ? "  " : "", place ? place : "");
        g_free(place);
    }
    g_free(ends);
    g_free(chain);
}

static void json_one(struct json *json, const struct dominance *d, cg_node node)
{
    bool reached = d->dominator[node] != CG_NONE;
    size_t count = 0;
    cg_node *chain = reached ? dominance_chain(d, node, &count) : NULL;
    json_open(json, NULL, '{');
    json_function(json, "function", d->query, node);
    json_bool(json, "reached", reached);
    json_functions(json, "through", d->query, (struct cg_function_set){chain, count});
    json_close(json, '}');
    g_free(chain);
}

/* The functions on the command line, each once, in canonical order. */
static GArray *named_functions(const struct query *query)
{
    bool *set = g_new0(bool, cg_graph_node_count(query->graph) + 1);
    for (size_t i = 0; i < query->selection_count; i++) {
        for (size_t k = 0; k < query->selections[i].count; k++) {
            set[query->selections[i].nodes[k]] = true;
        }
    }
    GArray *nodes = query_members(query, set);
    g_free(set);
    return nodes;
}

/* @return whether chains lead to all of them */
static bool print_named(const struct dominance *d, const GArray *nodes)
{
    bool all = true;
    struct json json = {.out = stdout};
    const char *ends = d->direction == CG_CALLEES ? "entries" : "exits";
    if (d->query->options.json) {
        json_begin(&json, d->query);
        json_functions(&json, ends, d->query,
                       (struct cg_function_set){(const cg_node *)d->ends->data, d->ends->len});
        json_open(&json, "of", '[');
    }
    for (guint i = 0; i < nodes->len; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        bool reached = d->dominator[node] != CG_NONE;
        all = all && reached;
        if (d->query->options.json) {
            json_one(&json, d, node);
        } else if (reached) {
            print_one(d, node);
        } else {
            print_unreached(d, node);
        }
    }
    if (d->query->options.json) {
        json_close(&json, ']');
        unknown_json(&json, &d->unknown);
        json_end(&json);
    } else {
        unknown_print(&d->unknown, "may make other chains");
    }
    return all;
}

static int find_dominators(struct dominance *d)
{
    struct cg_error error;
    uint32_t count = cg_graph_node_count(d->query->graph);
    d->dominator = g_new(cg_node, count + 1);
    d->walked = g_new(bool, count + 1);
    if (cg_dominators(d->dominator, d->query->graph, (const cg_node *)d->ends->data, d->ends->len,
                      d->direction, &error)) {
        return query_fail(d->query, &error);
    }
    for (cg_node node = 0; node < count; node++) {
        d->walked[node] = d->dominator[node] != CG_NONE;
    }
    return CLI_OK;
}

/* Chains from a function on may go where no exit is known: count everything it leads to. */
static int walk_from_named(struct dominance *d, const GArray *nodes)
{
    struct cg_error error;
    uint32_t count = cg_graph_node_count(d->query->graph);
    uint32_t *distance = g_new(uint32_t, count + 1);
    int status = cg_search(distance, d->query->graph,
                           &(struct cg_function_set){(const cg_node *)nodes->data, nodes->len},
                           CG_CALLEES, CG_NONE, &error);
    for (cg_node node = 0; !status && node < count; node++) {
        d->walked[node] = distance[node] != CG_NONE;
    }
    g_free(distance);
    return status ? query_fail(d->query, &error) : CLI_OK;
}

static int answer_dominators(struct dominance *d, const GArray *nodes)
{
    int code = find_dominators(d);
    if (code == CLI_OK && nodes->len && d->direction == CG_CALLERS) {
        code = walk_from_named(d, nodes);
    }
    if (code != CLI_OK) {
        return code;
    }
    d->unknown = unknown_count(d->query, d->walked);
    if (d->query->selection_count == 0) {
        dominance_print_tree(d);
        return CLI_OK;
    }
    return print_named(d, nodes) ? CLI_OK : unknown_exit(&d->unknown);
}

static void sum_up_examined(const struct dominance *d)
{
    bool entries = d->direction == CG_CALLEES;
    uint32_t count = cg_graph_node_count(d->query->graph), walked = 0;
    for (cg_node node = 0; node < count; node++) {
        walked += d->walked[node];
    }
    query_sum_up(d->query, "%u of %u function%s examined, %u %s%s", walked, count, cli_s(count),
                 d->ends->len, entries ? "entry point" : "exit", cli_s(d->ends->len));
}

static int dominate(struct query *query, enum cg_direction direction)
{
    struct dominance d = {.query = query, .direction = direction};
    d.ends = direction == CG_CALLEES ? query_entries(query) : choose_exits(query);
    if (!d.ends) {
        return CLI_TROUBLE;
    }
    GArray *nodes = named_functions(query);
    int code = answer_dominators(&d, nodes);
    if (code != CLI_TROUBLE) {
        sum_up_examined(&d);
    }
    g_array_unref(nodes);
    g_array_unref(d.ends);
    g_free(d.dominator);
    g_free(d.walked);
    return code;
}

static int run_dominators(struct query *query, char **arguments)
{
    (void)arguments;
    return dominate(query, CG_CALLEES);
}

static int run_postdominators(struct query *query, char **arguments)
{
    (void)arguments;
    return dominate(query, CG_CALLERS);
}

#define LINES                                                                                      \
    "  every chain of calls from A to B goes through\n"                                            \
    "    NAME  FILE:LINE\n"
#define TREE                                                                                       \
    "\n"                                                                                           \
    "Without NAME, a tree: below each function those that it dominates and that no other comes\n"  \
    "between, and in parentheses how many functions it dominates in all, itself included. It "     \
    "has\n"                                                                                        \
    "those that dominate most; \"and N more\" counts what is left out.\n"
#define OPEN                                                                                       \
    "The last line counts unresolved calls of the functions visited: they may make chains that "   \
    "go\n"                                                                                         \
    "elsewhere. Code that was not collected is taken to call nothing but what is passed to it.\n"
#define MAX_HELP CLI_MAX_HELP("50, with --json all")

const struct verb verb_dominators = {
    .name = "dominators",
    .arguments = "[GRAPH] [NAME...]",
    .summary = "Show what all chains of calls to NAME go through.",
    .description =
        "For each function that is meant, from the entry down:\n" LINES OPEN TREE "\n"
        "JSON: \"entries\"; \"of\", each with \"function\", \"reached\" and \"through\" (functions "
        "in\n"
        "order); \"unresolvedCalls\" (\"calls\", the \"functions\" that have them, and how many\n"
        "are \"unrecorded\"). Without NAME, instead of \"of\", \"count\" and \"tree\": each with "
        "\"function\",\n"
        "\"dominator\" (null: none) and \"size\", those of greatest size first.",
    .options = OPTIONS_COMMON | OPTION_EXCLUDE | OPTION_ENTRY | OPTION_MAX,
    .functions = true,
    .max_help = MAX_HELP,
    .run = run_dominators,
};

const struct verb verb_postdominators = {
    .name = "postdominators",
    .arguments = "[GRAPH] [NAME...]",
    .summary = "Show what all chains of calls from NAME go through.",
    .description =
        "A chain of calls ends at a function that calls no other, or where --exit says; chains\n"
        "that never end there do not count. For each function that is meant, from it on:\n" LINES
            OPEN TREE "\n"
        "JSON: as of dominators, with \"exits\" instead of \"entries\"; \"reached\" says whether "
        "a\n"
        "chain from the function ends.",
    .options = OPTIONS_COMMON | OPTION_EXCLUDE | OPTION_EXIT | OPTION_MAX,
    .functions = true,
    .max_help = MAX_HELP,
    .run = run_postdominators,
};
