/* Prefers a callee in the caller's own file, then one that other files can see. */
#include "validate/common/pick.h"

#include <string.h>

/** How likely a function calls another. */
enum fit {
    FIT_NOT,  /**< the callee is not visible in the caller's file */
    FIT_SEEN, /**< it is visible */
    FIT_NEAR, /**< it is in the caller's file */
};

static enum fit fit_of(const struct cg_graph *graph, cg_node from, cg_node to)
{
    const char *a = cg_node_origin(graph, from), *b = cg_node_origin(graph, to);
    if (a && b && strcmp(a, b) == 0) {
        return FIT_NEAR;
    }
    return cg_node_linkage(graph, to) == CG_LINKAGE_INTERNAL ? FIT_NOT : FIT_SEEN;
}

void pick_pair(const struct cg_validation *v, uint32_t caller, uint32_t callee, cg_node *from,
               cg_node *to)
{
    const struct validation_function *f = &v->functions[caller], *g = &v->functions[callee];
    enum fit best = FIT_NOT;
    *from = v->candidates[f->first];
    *to = v->candidates[g->first];
    uint64_t pairs = (uint64_t)f->count * g->count;
    for (uint64_t i = 0; i < pairs && pairs <= PICK_LIMIT && best != FIT_NEAR; i++) {
        cg_node a = v->candidates[f->first + i / g->count];
        cg_node b = v->candidates[g->first + i % g->count];
        enum fit fit = fit_of(v->graph, a, b);
        if (fit > best) {
            best = fit;
            *from = a;
            *to = b;
        }
    }
}

cg_edge pick_entry(const struct cg_validation *v, cg_node from, uint32_t library)
{
    const struct validation_function *f = &v->functions[library];
    cg_edge edge = CG_NONE;
    for (uint32_t i = 0; i < validation_node_count(f) && edge == CG_NONE; i++) {
        edge = cg_graph_find_edge(v->graph, from, validation_node(v, f, i));
    }
    return edge;
}
