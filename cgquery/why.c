#include "why.h"

#include <libcg/link.h>

static cg_edge *reversed(cg_edge *edges, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        cg_edge other = edges[i];
        edges[i] = edges[count - 1 - i];
        edges[count - 1 - i] = other;
    }
    return edges;
}

/* Of the calls between a function and those one step nearer, the one whose other end is first. */
static cg_edge step(const struct query *query, const uint32_t *distance, cg_node node, bool back)
{
    const struct cg_graph *graph = query->graph;
    cg_edge first = 0, best = CG_NONE;
    const cg_edge *incoming = NULL;
    uint32_t count =
        back ? cg_node_in_edges(graph, node, &incoming) : cg_node_out_edges(graph, node, &first);
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        cg_edge edge = back ? incoming[i] : first + i;
        cg_node other = back ? cg_edge_caller(graph, edge) : cg_edge_callee(graph, edge);
        if (distance[other] == distance[node] - 1 && query_rank(query)[other] < least) {
            least = query_rank(query)[other];
            best = edge;
        }
    }
    return best;
}

cg_edge *trail_to(const struct query *query, const uint32_t *distance, cg_node node, size_t *count)
{
    *count = distance[node];
    cg_edge *edges = g_new(cg_edge, *count);
    for (size_t i = 0; i < *count; i++) {
        edges[i] = step(query, distance, node, true);
        node = cg_edge_caller(query->graph, edges[i]);
    }
    return reversed(edges, *count);
}

cg_edge *trail_from(const struct query *query, const uint32_t *distance, cg_node node,
                    size_t *count)
{
    *count = distance[node];
    cg_edge *edges = g_new(cg_edge, *count);
    for (size_t i = 0; i < *count; i++) {
        edges[i] = step(query, distance, node, false);
        node = cg_edge_callee(query->graph, edges[i]);
    }
    return edges;
}

static void sum_calls(struct grounds *grounds, const struct answered *answered)
{
    for (cg_node node = 0; node < cg_graph_node_count(answered->query->graph); node++) {
        if (answered->distance[node] != CG_NONE || answered->beyond[node] != CG_NONE) {
            indirect_add(&grounds->sums, answered->query, node);
        }
    }
}

static int find_grounds(struct grounds *out, const struct answered *answered,
                        struct cg_error *error)
{
    const struct cg_graph *graph = answered->query->graph;
    const struct selection *to = answered->to;
    *out = (struct grounds){.to_target = g_new(uint32_t, cg_graph_node_count(graph))};
    int status = cg_search(out->to_target, graph, to->nodes, to->count, CG_CALLERS, CG_NONE, error);
    for (cg_node node = 0; !status && node < cg_graph_node_count(graph); node++) {
        out->leading += out->to_target[node] != CG_NONE;
    }
    if (answered->query->options.json || answered->reach->answer == CG_NO) {
        sum_calls(out, answered);
    }
    return status ? status
                  : cg_metadata_json(&out->linking, graph, CG_ON_GRAPH, 0, CG_KEY_LINKED, error);
}

static void tell(const struct answered *answered)
{
    struct cg_error error;
    struct grounds grounds;
    if (find_grounds(&grounds, answered, &error)) {
        query_fail(answered->query, &error);
    } else if (answered->query->options.json) {
        why_print_json(answered, &grounds);
    } else {
        why_print_text(answered, &grounds);
    }
    json_decref(grounds.linking);
    g_free(grounds.to_target);
}

static int run(struct query *query, char **arguments)
{
    (void)arguments;
    return answer_reach(query, &query->selections[0], &query->selections[1], true, tell);
}

const struct verb verb_why = {
    .name = "why",
    .arguments = "GRAPH FROM TO",
    .summary = "Explain the answer of reach.",
    .description =
        "yes: a shortest chain of calls, what each is known from, and of each call that does not\n"
        "name its callee how many callees it has and whether these are all:\n"
        "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites), known from EVIDENCE\n"
        "    FILE:LINE:COLUMN pointer, 1 of N callees, closed\n"
        "    FILE:LINE:COLUMN virtual call through CLASS, 1 of N known callees, open\n"
        "    FILE:LINE:COLUMN called back by LIBRARY-FUNCTION\n"
        "no: what was looked at and taken for granted: calls that linking closed, open calls that\n"
        "can only lead to code not collected, what that code may call, what leads to TO.\n"
        "unknown: what stands between, with the calls that lead there: open calls, code not\n"
        "collected, and what leads from that to TO.\n"
        "\n"
        "JSON: as of reach; calls of \"path\" have \"evidence\", and their sites \"callees\" and\n"
        "\"state\" (\"closed\", \"open\" or null); \"open\", \"callbacks\" and \"named\" have a "
        "\"path\"\n"
        "from FROM (or, beyond code not collected, from what that may call), or to TO.\n"
        "\"closed\" and \"left\" sum up calls by \"pointer\" and \"virtual\": \"calls\", "
        "\"callees\" and\n"
        "\"most\" of one; \"linking\" is how the graph was linked, \"callable\" and \"leading\" "
        "are\n"
        "numbers of functions that code not collected may call, and that lead to TO.\n"
        "\n"
        "Exit status: 0 yes, 1 no, 2 trouble, 3 unknown.",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_AVOID,
    .functions = true,
    .concludes = true,
    .run = run,
};
