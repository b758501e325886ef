/* Dominators by semidominators (Lengauer and Tarjan 1979), from either end. */
#include <libcg/dominators.h>

#include "graph/graph.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* Nodes are numbered in depth-first preorder; 0 is a root above all starts. */
struct semi {
    const struct cg_graph *graph;
    enum cg_direction direction;
    uint32_t count;      /* numbered nodes, the root included */
    uint32_t *number;    /* by node: 0 if no start reaches it */
    cg_node *node;       /* by number */
    uint32_t *parent;    /* by number: in the depth-first tree, later in the compressed forest */
    uint32_t *ancestor;  /* by number: CG_NONE for a root of the forest */
    uint32_t *semi;      /* by number */
    uint32_t *label;     /* by number: the number with least semidominator on the compressed path */
    uint32_t *dominator; /* by number */
    uint32_t *stack;
    uint32_t *next; /* by depth: next edge */
};

static int semi_start(struct semi *s, struct cg_error *error)
{
    size_t count = (size_t)s->graph->node_count + 1;
    uint32_t **arrays[] = {&s->number, &s->node,      &s->parent, &s->ancestor, &s->semi,
                           &s->label,  &s->dominator, &s->stack,  &s->next};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        int status = cg_query_allocate(arrays[i], count, sizeof **arrays[i], error);
        if (status) {
            return status;
        }
    }
    for (size_t i = 0; i < count; i++) {
        s->ancestor[i] = CG_NONE;
    }
    return CG_OK;
}

static void semi_free(struct semi *s)
{
    free(s->number);
    free(s->node);
    free(s->parent);
    free(s->ancestor);
    free(s->semi);
    free(s->label);
    free(s->dominator);
    free(s->stack);
    free(s->next);
}

/* The neighbour over edge i of a node in a direction; CG_NONE for a guess. */
static cg_node neighbour_over(const struct cg_graph *graph, enum cg_direction direction, uint32_t i)
{
    if (direction == CG_CALLEES) {
        return cg_query_is_guess(graph, i) ? CG_NONE : graph->callees[i];
    }
    cg_edge edge = graph->in_edges[i];
    return cg_query_is_guess(graph, edge) ? CG_NONE : graph->callers[edge];
}

static const uint32_t *rows(const struct cg_graph *graph, enum cg_direction direction)
{
    return direction == CG_CALLEES ? graph->out_start : graph->in_start;
}

static void enter_node(struct semi *s, cg_node node, uint32_t parent, size_t depth)
{
    uint32_t number = s->count++;
    s->number[node] = number;
    s->node[number] = node;
    s->parent[number] = parent;
    s->semi[number] = s->label[number] = number;
    s->stack[depth] = number;
    s->next[depth] = rows(s->graph, s->direction)[node];
}

static void number_from(struct semi *s, cg_node start)
{
    const uint32_t *row = rows(s->graph, s->direction);
    size_t depth = 1;
    enter_node(s, start, 0, 0);
    while (depth) {
        uint32_t top = s->stack[depth - 1];
        if (s->next[depth - 1] == row[s->node[top] + 1]) {
            depth--;
            continue;
        }
        cg_node to = neighbour_over(s->graph, s->direction, s->next[depth - 1]++);
        if (to != CG_NONE && !s->number[to]) {
            enter_node(s, to, top, depth++);
        }
    }
}

/* Of the numbers from v up to the root of its tree, without the root, the one with least
 * semidominator; compresses the path. */
static uint32_t evaluate(struct semi *s, uint32_t v)
{
    size_t depth = 0;
    if (s->ancestor[v] == CG_NONE) {
        return v;
    }
    for (uint32_t u = v; s->ancestor[s->ancestor[u]] != CG_NONE; u = s->ancestor[u]) {
        s->stack[depth++] = u;
    }
    while (depth) {
        uint32_t u = s->stack[--depth];
        uint32_t above = s->ancestor[u];
        if (s->semi[s->label[above]] < s->semi[s->label[u]]) {
            s->label[u] = s->label[above];
        }
        s->ancestor[u] = s->ancestor[above];
    }
    return s->label[v];
}

static void find_semidominator(struct semi *s, uint32_t w)
{
    enum cg_direction back = s->direction == CG_CALLEES ? CG_CALLERS : CG_CALLEES;
    const uint32_t *row = rows(s->graph, back);
    cg_node node = s->node[w];
    for (uint32_t i = row[node]; i < row[node + 1]; i++) {
        cg_node from = neighbour_over(s->graph, back, i);
        if (from != CG_NONE && s->number[from]) {
            uint32_t u = evaluate(s, s->number[from]);
            s->semi[w] = s->semi[u] < s->semi[w] ? s->semi[u] : s->semi[w];
        }
    }
}

/* Semidominators from the last number down, then the nearest common ancestor with the parent. */
static void find_dominators(struct semi *s, const bool *is_start)
{
    for (uint32_t w = s->count - 1; w > 0; w--) {
        s->dominator[w] = s->parent[w];
        if (is_start[s->node[w]]) {
            s->semi[w] = 0;
        } else {
            find_semidominator(s, w);
        }
        s->ancestor[w] = s->parent[w];
    }
    for (uint32_t w = 1; w < s->count; w++) {
        while (s->dominator[w] > s->semi[w]) {
            s->dominator[w] = s->dominator[s->dominator[w]];
        }
    }
}

static void write_dominators(const struct semi *s, cg_node *dominator)
{
    for (cg_node node = 0; node < s->graph->node_count; node++) {
        uint32_t number = s->number[node];
        uint32_t above = number ? s->dominator[number] : 0;
        dominator[node] = !number ? CG_NONE : above ? s->node[above] : node;
    }
}

int cg_dominators(cg_node *dominator, const struct cg_graph *graph, const cg_node *starts,
                  size_t count, enum cg_direction direction, struct cg_error *error)
{
    struct semi s = {.graph = graph, .direction = direction, .count = 1};
    bool *is_start = NULL;
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_check_nodes(graph, starts, count, error);
    }
    if (!status) {
        status = cg_query_check_direction(direction, error);
    }
    if (!status) {
        status = cg_query_allocate(&is_start, graph->node_count, sizeof *is_start, error);
    }
    if (!status) {
        status = semi_start(&s, error);
    }
    if (!status) {
        for (size_t i = 0; i < count; i++) {
            is_start[starts[i]] = true;
        }
        for (size_t i = 0; i < count; i++) {
            if (!s.number[starts[i]]) {
                number_from(&s, starts[i]);
            }
        }
        find_dominators(&s, is_start);
        write_dominators(&s, dominator);
    }
    semi_free(&s);
    free(is_start);
    return status;
}
