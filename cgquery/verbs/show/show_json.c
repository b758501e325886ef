/* Prints all about functions as JSON. */
#include "kinds/cli_kinds.h"
#include "print/graph_json.h"
#include "verbs/show/show.h"

/* Values as they are in the file, then the faults in them. */
static void put_metadata(struct json *json, struct showing *showing, enum cg_place place,
                         uint32_t number)
{
    struct query *query = showing->query;
    struct cg_metadata_walk walk = {0}, again = {0};
    json_open(json, "metadata", '{');
    while (cg_metadata_next(&walk, query->graph, place, number)) {
        if (show_wants(showing, walk.key)) {
            json_raw(json, walk.key, cli_walk_value(&walk, query->graph).text);
            showing->anything = true;
        }
    }
    json_close(json, '}');
    json_open(json, "malformed", '{');
    while (cg_metadata_next(&again, query->graph, place, number)) {
        char *fault =
            show_wants(showing, again.key)
                ? show_fault(query, again.key, cli_walk_value(&again, query->graph).text, place)
                : NULL;
        if (fault) {
            json_text(json, again.key, fault);
        }
        g_free(fault);
    }
    json_close(json, '}');
}

static void put_overrides(struct json *json, const char *key, const struct showing *showing,
                          cg_node node, bool overridden_by)
{
    GArray *methods = show_overrides(showing, node, overridden_by);
    json_functions(json, key, showing->query,
                   (struct cg_function_set){(const cg_node *)methods->data, methods->len});
    g_array_unref(methods);
}

/* Takes ownership of the functions. */
static void put_neighbours(struct json *json, const char *count, const char *key,
                           struct query *query, GArray *nodes)
{
    json_number(json, count, nodes->len);
    json_functions(json, key, query,
                   (struct cg_function_set){(const cg_node *)nodes->data, nodes->len});
    g_array_unref(nodes);
}

static void put_what_it_is(struct json *json, const struct showing *showing, cg_node node)
{
    struct query *query = showing->query;
    json_function(json, "function", query, node);
    json_bool(json, "defined", cg_node_has_body(query->graph, node));
    json_text(json, "linkage", cg_linkage_name(cg_node_linkage(query->graph, node)));
    json_bool(json, "virtual", cg_node_is_virtual(query->graph, node));
    put_overrides(json, "overrides", showing, node, false);
    put_overrides(json, "overriddenBy", showing, node, true);
    put_neighbours(json, "callers", "calledBy", query, show_neighbours(query, node, false));
    put_neighbours(json, "callees", "calling", query, show_neighbours(query, node, true));
    if (!showing->distance) {
        return;
    }
    if (showing->distance[node] == CG_NONE) {
        json_raw(json, "distance", "null");
    } else {
        json_number(json, "distance", showing->distance[node]);
    }
}

static void put_edges(struct json *json, struct showing *showing, cg_node node)
{
    struct query *query = showing->query;
    cg_edge first;
    uint32_t count = cg_node_out_edges(query->graph, node, &first);
    json_open(json, "calls", '[');
    for (cg_edge e = first; e < first + count; e++) {
        json_open(json, NULL, '{');
        json_edge_members(json, query, e);
        put_metadata(json, showing, CG_ON_EDGE, e);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void show_print_json(struct showing *showing)
{
    struct query *query = showing->query;
    struct json json = {.out = stdout};
    json_begin(&json, query);
    if (query->options.of_graph) {
        put_metadata(&json, showing, CG_ON_GRAPH, 0);
    }
    json_open(&json, "functions", '[');
    for (guint i = 0; i < showing->nodes->len; i++) {
        cg_node node = g_array_index(showing->nodes, cg_node, i);
        json_open(&json, NULL, '{');
        put_what_it_is(&json, showing, node);
        put_metadata(&json, showing, CG_ON_NODE, node);
        if (query->options.edges) {
            put_edges(&json, showing, node);
        }
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_end(&json);
}
