#include "unite/merge_references.h"

#include "base/error.h"
#include "graph/references.h"

/* Whether a list holds a key. */
static bool has_key(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                    uint32_t key)
{
    return graph_get_attribute(graph, place, number, key) != CG_NO_STRING;
}

static bool has_values(const struct cg_graph *graph, const char *key)
{
    uint32_t string = cg_pool_find(&graph->pool, key, strlen(key));
    bool found = string != CG_NO_STRING && has_key(graph, CG_ON_GRAPH, 0, string);
    for (cg_node n = 0; string != CG_NO_STRING && n < graph->node_count && !found; n++) {
        found = has_key(graph, CG_ON_NODE, n, string);
    }
    for (cg_edge e = 0; string != CG_NO_STRING && e < graph->edge_count && !found; e++) {
        found = has_key(graph, CG_ON_EDGE, e, string);
    }
    return found;
}

static bool refers(const struct cg_registry *registry, const char *key)
{
    const struct cg_metadata_kind *kind = registry ? cg_registry_find(registry, key) : NULL;
    return kind && kind->remap;
}

int merge_registry(struct cg_graph *into, const struct cg_graph *from,
                   const struct cg_registry *registry, struct cg_error *error)
{
    registry = registry ? registry : from->registry;
    const struct cg_metadata_kind *kind;
    for (size_t i = 0; registry && (kind = cg_registry_at(registry, i)); i++) {
        if (kind->remap && !refers(from->registry, kind->key) && has_values(from, kind->key)) {
            return cg_fail(error, CG_E_STATE,
                           "a graph with metadata \"%s\" was read without what tells its "
                           "references to functions",
                           kind->key);
        }
    }
    into->registry = into->registry ? into->registry : registry;
    return CG_OK;
}

static int drop_number(struct cg_text *out, const struct cg_remapping *remapping,
                       const struct cg_value *id, struct cg_error *error)
{
    (void)remapping;
    (void)error;
    const struct cg_value rest = reference_unnumbered(id);
    cg_text_add_json_string(out, rest.text, rest.length);
    return CG_OK;
}

uint32_t merge_without_numbers(struct cg_graph *into, uint32_t same, const struct cg_graph *from,
                               const struct attribute *attribute, struct cg_error *error)
{
    const char *key = graph_string(from, attribute->key & ~ATTRIBUTE_OUTSIDE);
    if ((attribute->key & ATTRIBUTE_OUTSIDE) || !refers(from->registry, key)) {
        return same;
    }
    static const struct cg_remapping remapping = {drop_number, NULL};
    const struct cg_value value = {graph_string(from, attribute->value),
                                   cg_pool_length(&from->pool, attribute->value)};
    struct cg_text text = {0};
    int status =
        references_remap(&text, cg_registry_find(from->registry, key), &value, &remapping, error);
    uint32_t string =
        status || text.failed ? CG_NO_STRING : cg_pool_intern(&into->pool, text.bytes, text.length);
    if (!status && string == CG_NO_STRING) {
        cg_fail_memory(error);
    }
    cg_text_free(&text);
    return string;
}
