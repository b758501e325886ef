/* Prints callers or callees as JSON. */
#include "verbs/neighbours/neighbours.h"

static void print_functions(struct json *json, const struct neighbours *neighbours)
{
    json_open(json, "functions", '[');
    for (size_t i = 0; i < neighbours->found_count; i++) {
        cg_node node = neighbours->found[i];
        json_open(json, NULL, '{');
        json_function(json, "function", neighbours->query, node);
        json_number(json, "distance", neighbours->distance[node]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_calls(struct json *json, const struct neighbours *neighbours)
{
    json_open(json, "calls", '[');
    for (size_t i = 0; i < neighbours->expanded_count; i++) {
        size_t count;
        cg_edge *edges = neighbours_edges(neighbours, neighbours->expanded[i], &count);
        for (size_t k = 0; k < count; k++) {
            json_edge(json, neighbours->query, edges[k]);
        }
        g_free(edges);
    }
    json_close(json, ']');
}

static void print_unresolved_calls(struct json *json, const struct neighbours *neighbours)
{
    json_open(json, "unresolved", '[');
    for (size_t i = 0; i < neighbours->expanded_count; i++) {
        cg_node node = neighbours->expanded[i];
        uint32_t distance = neighbours->selected[node] ? 0 : neighbours->distance[node];
        struct cg_site_list *sites = query_sites(neighbours->query, node, CG_KEY_UNRESOLVED_CALLS);
        for (size_t k = 0; k < site_count(sites); k++) {
            json_unresolved_call(json, neighbours->query, cg_site_list_at(sites, k), node,
                                 distance);
        }
        cg_site_list_free(sites);
    }
    json_close(json, ']');
}

static void print_address_taken(struct json *json, const struct neighbours *neighbours)
{
    const char *key = CG_KEY_ADDRESS_TAKEN;
    struct query *query = neighbours->query;
    json_open(json, "addressTaken", '[');
    for (size_t i = 0; i < neighbours->of->count; i++) {
        if (cg_metadata_has(query->graph, CG_ON_NODE, neighbours->of->nodes[i], key)) {
            json_address_taken(json, query, neighbours->of->nodes[i]);
        }
    }
    json_close(json, ']');
}

void neighbours_print_json(const struct neighbours *neighbours)
{
    struct json json = {.out = stdout};
    json_begin(&json, neighbours->query);
    json_selection(&json, "of", neighbours->query, neighbours->of);
    print_functions(&json, neighbours);
    print_calls(&json, neighbours);
    if (neighbours->direction == CG_CALLEES) {
        print_unresolved_calls(&json, neighbours);
    } else {
        print_address_taken(&json, neighbours);
    }
    json_end(&json);
}
