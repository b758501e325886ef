#include "validate/targets.h"

#include "base/memory.h"
#include "graph/graph.h"

#include <stdlib.h>

bool targets_init(struct targets *t, struct run *run)
{
    *t = (struct targets){.run = run};
    t->marks = calloc((size_t)cg_graph_node_count(run->v->graph) + 1, sizeof *t->marks);
    return t->marks != NULL;
}

void targets_free(struct targets *t)
{
    free(t->marks);
    free(t->nodes);
}

static bool add(struct targets *t, cg_node node)
{
    if (t->marks[node] == t->question) {
        return true;
    }
    if (!cg_grow(&t->nodes, &t->capacity, t->count + 1, sizeof *t->nodes)) {
        return false;
    }
    t->marks[node] = t->question;
    t->nodes[t->count++] = node;
    return true;
}

/* First pair that a method overrides another in; they are sorted. */
static uint32_t first_override(const struct cg_graph *graph, cg_node derived)
{
    uint32_t low = 0, high = cg_graph_override_count(graph);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool before = graph->overrides[middle].derived < derived;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool add_overridden(struct targets *t, cg_node node)
{
    const struct cg_graph *graph = t->run->v->graph;
    uint32_t count = cg_graph_override_count(graph);
    bool ok = true;
    for (uint32_t i = first_override(graph, node);
         i < count && graph->overrides[i].derived == node && ok; i++) {
        ok = add(t, graph->overrides[i].base);
    }
    return ok;
}

/* A library function may have been written as another. */
static bool add_exchanged(struct targets *t, const struct validation_function *f)
{
    struct matcher *m = &t->run->matcher;
    bool ok = true;
    m->count = 0;
    if (f->count && !cg_node_has_body(t->run->v->graph, t->run->v->candidates[f->first])) {
        ok = matcher_find_exchanged(
            m, cg_node_name(t->run->v->graph, t->run->v->candidates[f->first]));
    }
    for (size_t i = 0; i < m->count && ok; i++) {
        ok = add(t, m->found[i]);
    }
    return ok;
}

/* What a callee may be in the graph, nearest first. */
bool targets_find(struct targets *t, uint32_t callee)
{
    const struct validation_function *f = &t->run->v->functions[callee];
    bool ok = true;
    t->question++;
    t->count = 0;
    for (uint32_t i = 0; i < f->count + f->variants && ok; i++) {
        ok = add(t, t->run->v->candidates[f->first + i]);
    }
    for (size_t i = 0; i < t->count && ok; i++) {
        ok = add_overridden(t, t->nodes[i]);
    }
    return ok && add_exchanged(t, f);
}
