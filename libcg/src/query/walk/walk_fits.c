/* Whether a given chain of calls passes what it calls. */
#include "graph/contexts.h"
#include "query/common/query_internal.h"

/** A function with more parameters to follow at once counts as receiving what is called. */
#define MOST_CELLS 64u

/** Cells of one function. */
struct cells {
    uint32_t items[MOST_CELLS + 1];
    uint32_t count;
};

static void add_cell(struct cells *cells, uint32_t cell)
{
    for (uint32_t i = 0; i < cells->count; i++) {
        if (cells->items[i] == cell) {
            return;
        }
    }
    if (cells->count <= MOST_CELLS) {
        cells->items[cells->count++] = cell;
    }
}

/* The cells of the caller from which a cell of the callee comes. @return whether it may hold the
 * value itself */
static bool hand_over(struct cells *out, const struct contexts *contexts, cg_edge edge,
                      uint32_t cell, uint32_t value)
{
    uint32_t first = contexts->of_edge[edge] - contexts->call_count;
    bool recorded = false;
    for (uint32_t i = first; i < contexts->argument_count && contexts->arguments[i].edge == edge;
         i++) {
        const struct cg_context_argument *argument = &contexts->arguments[i];
        if (argument->to != cell) {
            continue;
        }
        recorded = true;
        if (argument->value == value) {
            return true;
        }
        if (argument->from != CG_NONE) {
            add_cell(out, argument->from);
        }
    }
    return !recorded;
}

/* Whether any of some cells may hold a value at the end of a chain. */
static bool may_hold(const struct contexts *contexts, const cg_edge *path, size_t length,
                     struct cells cells, uint32_t value)
{
    while (length > 0 && cells.count > 0) {
        cg_edge edge = path[--length];
        struct cells before = {.count = 0};
        bool holds = !contexts_is_argument(contexts, edge);
        for (uint32_t i = 0; i < cells.count && !holds; i++) {
            holds = hand_over(&before, contexts, edge, cells.items[i], value);
        }
        if (holds || before.count > MOST_CELLS) {
            return true;
        }
        cells = before;
    }
    return cells.count > 0;
}

bool cg_path_fits(const struct cg_graph *graph, const cg_edge *path, size_t length)
{
    const struct contexts *contexts = graph->contexts;
    bool fits = true;
    if (!graph->frozen) {
        graph_not_frozen(__func__);
    }
    for (size_t i = 0; contexts && i < length && fits; i++) {
        if (!contexts_is_call(contexts, path[i])) {
            continue;
        }
        struct cells cells = {.count = 0};
        uint32_t first = contexts->of_edge[path[i]], value = contexts->calls[first].value;
        for (uint32_t k = first; k < contexts->call_count && contexts->calls[k].edge == path[i];
             k++) {
            add_cell(&cells, contexts->calls[k].cell);
        }
        fits = cells.count > MOST_CELLS || may_hold(contexts, path, i, cells, value);
    }
    return fits;
}
