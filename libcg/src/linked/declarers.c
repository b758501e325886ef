/* Looks for the members of `fileProperties` in the value of a node. */
#include "linked/declarers.h"

#include "json/json_walk.h"

#include <libcg/kinds.h>
#include <libcg/metadata.h>

#include <string.h>

enum declared graph_declared(const struct cg_graph *graph, cg_node node)
{
    static const struct cg_value yes = {"true", 4}, no = {"false", 5};
    const char *text = cg_metadata_get(graph, CG_ON_NODE, node, "fileProperties");
    struct cg_value object = {text, text ? strlen(text) : 0}, system;
    if (!text || !json_member(&system, &object, "systemInclude")) {
        return DECLARED_NOWHERE;
    }
    if (json_same(&system, &yes)) {
        return DECLARED_BY_SYSTEM;
    }
    if (!json_same(&system, &no)) {
        return DECLARED_NOWHERE;
    }
    const char *origin = cg_node_origin(graph, node);
    bool weakly = cg_node_linkage(graph, node) == CG_LINKAGE_WEAK && !cg_node_has_body(graph, node);
    return weakly ? DECLARED_WEAKLY : origin ? DECLARED_BY_PROGRAM : DECLARED_IMPLICITLY;
}

bool graph_lacks_sources(const struct cg_graph *graph)
{
    static const char reason[] = "not collected";
    const char *text = cg_metadata_get(graph, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE);
    struct cg_value gaps = {text, text ? strlen(text) : 0}, key, gap, why;
    struct json_walk walk;
    bool lacks = false;
    for (bool more = text && json_walk_start(&walk, &gaps, '['); more && !lacks;) {
        more = json_walk_next(&walk, &key, &gap);
        lacks = more && json_member(&why, &gap, "reason") &&
                json_string_is(&why, reason, sizeof reason - 1);
    }
    return lacks;
}

bool graph_is_pure(const struct cg_graph *graph, cg_node node)
{
    return cg_node_truth(graph, node, CG_KEY_PURE_VIRTUAL) == CG_TRUTH_TRUE &&
           !cg_node_has_body(graph, node);
}
