/*
 * Makes a graph from a unit: adds a node for each function; every wanted metadata kind writes the
 * rest, edges included.
 */
#include "render/render.h"

#include "metadata/common/callees.h"
#include "metadata/common/node_values.h"
#include "metadata/plugged.h"

static int add_nodes(struct cg_graph *graph, const struct unit *unit, cg_node *nodes,
                     struct cg_error *error)
{
    for (unit_id i = 0; i < unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(unit, i);
        int status = cg_graph_add_node(&nodes[i], graph, function->name, error);
        if (!status && function->origin) {
            status = cg_node_set_origin(graph, nodes[i], function->origin, error);
        }
        if (status) {
            return status;
        }
        cg_node_set_has_body(graph, nodes[i], function->defined != 0);
    }
    return CG_OK;
}

static int write_kinds(const struct rendering *rendering, struct cg_error *error)
{
    const struct collected_kind *const *kinds = rendering->unit->kinds;
    for (size_t i = 0; kinds[i]; i++) {
        int status = kinds[i]->write ? kinds[i]->write(rendering, error) : CG_OK;
        status = status ? status : write_values(rendering, kinds[i], error);
        if (status) {
            return status;
        }
    }
    return plugged_write(rendering, error);
}

int unit_render(struct cg_graph **out, const struct unit *unit, struct cg_error *error)
{
    struct cg_graph *graph;
    int status = cg_graph_new(&graph, error);
    if (status) {
        return status;
    }
    cg_node *nodes = g_new(cg_node, unit->functions->len + 1);
    GArray *callees = callees_gather(unit);
    struct rendering rendering = {graph, unit, nodes, callees};
    status = add_nodes(graph, unit, nodes, error);
    if (!status) {
        status = write_kinds(&rendering, error);
    }
    g_array_free(callees, TRUE);
    g_free(nodes);
    if (status) {
        cg_graph_free(graph);
        return status;
    }
    *out = graph;
    return CG_OK;
}
