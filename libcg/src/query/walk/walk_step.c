/* The states that one call leads to, forwards and backwards, from the contexts of its edge. */
#include "query/walk/walk_step.h"

#include "graph/contexts.h"

static bool counts_edge(const struct walk_stepping *s, cg_edge edge)
{
    return cg_query_counts(s->bounds, s->graph, edge);
}

static bool visit_plain(const struct walk_stepping *s, cg_edge edge, cg_node node)
{
    const struct walk_state next = {node, CG_NONE, WALK_ANY};
    return s->visit(s->data, edge, &next);
}

static bool visit_cell(const struct walk_stepping *s, cg_edge edge, uint32_t cell, uint32_t value)
{
    const struct walk_state next = {s->contexts->cell_node[cell], cell, value};
    return s->visit(s->data, edge, &next);
}

/* Forwards */

/* A called function, and its cells: they hold anything unless the call records otherwise. */
static bool enter_callee(const struct walk_stepping *s, cg_edge edge)
{
    const struct contexts *contexts = s->contexts;
    cg_node callee = cg_edge_callee(s->graph, edge);
    bool arguments = contexts_is_argument(contexts, edge);
    bool ok = visit_plain(s, edge, callee);
    for (uint32_t cell = contexts->cell_first[callee];
         cell < contexts->cell_first[callee + 1] && ok; cell++) {
        ok = (arguments && contexts_passes(contexts, edge, cell)) ||
             visit_cell(s, edge, cell, WALK_ANY);
    }
    return ok;
}

static bool hand_values(const struct walk_stepping *s, cg_edge edge)
{
    const struct contexts *contexts = s->contexts;
    uint32_t first = contexts->of_edge[edge] - contexts->call_count;
    bool ok = true;
    for (uint32_t i = first;
         i < contexts->argument_count && contexts->arguments[i].edge == edge && ok; i++) {
        const struct cg_context_argument *argument = &contexts->arguments[i];
        ok = argument->value == CG_NONE || visit_cell(s, edge, argument->to, argument->value);
    }
    return ok;
}

/* Most calls reach functions without cells that were reached before. */
static bool is_news(const struct walk_stepping *s, cg_node callee)
{
    const uint32_t *cells = s->contexts->cell_first + callee;
    return !s->met || s->met[callee] == CG_NONE || cells[0] != cells[1];
}

static bool follow_function(const struct walk_stepping *s, cg_node node)
{
    const struct cg_graph *graph = s->graph;
    bool ok = true;
    for (cg_edge edge = graph->out_start[node]; edge < graph->out_start[node + 1] && ok; edge++) {
        if (!is_news(s, graph->callees[edge]) || contexts_is_call(s->contexts, edge) ||
            !counts_edge(s, edge)) {
            continue;
        }
        ok = enter_callee(s, edge);
        if (ok && contexts_is_argument(s->contexts, edge)) {
            ok = hand_values(s, edge);
        }
    }
    return ok;
}

static bool follow_cell(const struct walk_stepping *s, uint32_t cell, uint32_t value)
{
    const struct contexts *contexts = s->contexts;
    const struct context_groups *called = &contexts->calls_of, *from = &contexts->from;
    bool ok = true;
    for (uint32_t i = called->first[cell]; i < called->first[cell + 1] && ok; i++) {
        const struct cg_context_call *call = &contexts->calls[called->items[i]];
        bool is = (value == WALK_ANY || call->value == value) && counts_edge(s, call->edge);
        ok = !is || enter_callee(s, call->edge);
    }
    for (uint32_t i = from->first[cell]; i < from->first[cell + 1] && ok; i++) {
        const struct cg_context_argument *argument = &contexts->arguments[from->items[i]];
        ok = !counts_edge(s, argument->edge) || visit_cell(s, argument->edge, argument->to, value);
    }
    return ok;
}

/* Backwards */

/* The caller of a call. */
static bool visit_caller(const struct walk_stepping *s, cg_edge edge)
{
    const struct contexts *contexts = s->contexts;
    if (!contexts_is_call(contexts, edge)) {
        return visit_plain(s, edge, cg_edge_caller(s->graph, edge));
    }
    bool ok = true;
    for (uint32_t i = contexts->of_edge[edge];
         i < contexts->call_count && contexts->calls[i].edge == edge && ok; i++) {
        const struct cg_context_call *call = &contexts->calls[i];
        ok = visit_cell(s, edge, call->cell, call->value) &&
             visit_cell(s, edge, call->cell, WALK_ANY);
    }
    return ok;
}

/* @param cell CG_NONE, or a cell that no call records */
static bool leave_function(const struct walk_stepping *s, cg_node node, uint32_t cell)
{
    const struct cg_graph *graph = s->graph;
    const struct contexts *contexts = s->contexts;
    bool ok = true;
    for (uint32_t i = graph->in_start[node]; i < graph->in_start[node + 1] && ok; i++) {
        cg_edge edge = graph->in_edges[i];
        bool known = s->met && s->met[graph->callers[edge]] != CG_NONE;
        if (known && !contexts_is_call(contexts, edge)) {
            continue;
        }
        bool passed = cell != CG_NONE && contexts_is_argument(contexts, edge) &&
                      contexts_passes(contexts, edge, cell);
        ok = passed || !counts_edge(s, edge) || visit_caller(s, edge);
    }
    return ok;
}

static bool leave_cell(const struct walk_stepping *s, uint32_t cell, uint32_t value)
{
    const struct contexts *contexts = s->contexts;
    const struct context_groups *to = &contexts->to;
    cg_node node = contexts->cell_node[cell];
    bool left = s->met && s->met[node] <= s->distance; /* all calls of it, whatever they pass */
    bool ok = value != WALK_ANY || left || leave_function(s, node, cell);
    for (uint32_t i = to->first[cell]; i < to->first[cell + 1] && ok; i++) {
        const struct cg_context_argument *argument = &contexts->arguments[to->items[i]];
        if (!counts_edge(s, argument->edge)) {
            continue;
        }
        if (value != WALK_ANY && argument->value == value) {
            ok = visit_plain(s, argument->edge, cg_edge_caller(s->graph, argument->edge));
        } else if (argument->from != CG_NONE) {
            ok = visit_cell(s, argument->edge, argument->from, value);
        }
    }
    return ok;
}

/* Without contexts */

static bool step_plainly(const struct walk_stepping *s, cg_node node, enum cg_direction direction)
{
    const cg_edge *edges = NULL;
    cg_edge first = 0;
    bool along = direction == CG_CALLEES;
    uint32_t count = along ? cg_node_out_edges(s->graph, node, &first)
                           : cg_node_in_edges(s->graph, node, &edges);
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++) {
        cg_edge edge = along ? first + i : edges[i];
        cg_node next = along ? cg_edge_callee(s->graph, edge) : cg_edge_caller(s->graph, edge);
        ok = !counts_edge(s, edge) || visit_plain(s, edge, next);
    }
    return ok;
}

bool walk_step(const struct walk_stepping *s, const struct walk_state *state,
               enum cg_direction direction)
{
    if (!s->contexts) {
        return step_plainly(s, state->node, direction);
    }
    if (direction == CG_CALLEES) {
        return state->cell == CG_NONE ? follow_function(s, state->node)
                                      : follow_cell(s, state->cell, state->value);
    }
    return state->cell == CG_NONE ? leave_function(s, state->node, CG_NONE)
                                  : leave_cell(s, state->cell, state->value);
}
