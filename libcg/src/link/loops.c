/*
 * Finds the loops that edges record for the calls by name that cause callbacks; callbacks get the
 * same.
 */
#include "link/loops.h"

#include "base/error.h"
#include "base/memory.h"
#include "linked/found_calls.h"

#include <libcg/metadata.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

/** A call by name and its edge. */
struct named_call {
    cg_edge edge;
    struct call *call;
};

/** Calls whose edges record loops. */
struct named_calls {
    struct named_call *items;
    size_t capacity;
    size_t count;
};

/* The calls that cause callbacks. */
static bool *mark_roots(const struct program *program)
{
    bool *roots = calloc(program->call_count + (size_t)1, sizeof *roots);
    for (uint32_t i = 0; roots && i < program->call_count; i++) {
        const struct call *call = &program->calls[i];
        if (call->kind == CALL_CALLBACK && call->root != NUMBER_NONE) {
            roots[call->root] = true;
        }
    }
    return roots;
}

static bool has_loops(const struct cg_graph *graph, cg_edge edge)
{
    return edge != CG_NONE && sites_loops(graph, edge) > 0;
}

static int list_calls(struct named_calls *list, const struct program *program, const bool *roots,
                      struct cg_error *error)
{
    for (size_t i = 0; i < program->named.count; i += 2) {
        struct call *call = &program->calls[program->named.items[i]];
        cg_node callee = program->functions[program->named.items[i + 1]].node;
        if (!roots[program->named.items[i]] || call->owner == CG_NONE || callee == CG_NONE) {
            continue;
        }
        cg_edge edge = cg_graph_find_edge(program->graph, call->owner, callee);
        if (!has_loops(program->graph, edge)) {
            continue;
        }
        if (!cg_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items)) {
            return cg_fail_memory(error);
        }
        list->items[list->count++] = (struct named_call){edge, call};
    }
    return CG_OK;
}

static int by_edge_and_place(const void *a, const void *b)
{
    const struct named_call *x = a, *y = b;
    if (x->edge != y->edge) {
        return x->edge < y->edge ? -1 : 1;
    }
    if (x->call->line != y->call->line) {
        return x->call->line < y->call->line ? -1 : 1;
    }
    return (x->call->column > y->call->column) - (x->call->column < y->call->column);
}

/* Set the loops of the calls at a site, all of one edge. */
static void set_loops(const struct program *program, const struct named_call *calls, size_t count,
                      const struct cg_site *site)
{
    struct call place = {.line = site->line, .column = site->column};
    const struct named_call wanted = {calls->edge, &place};
    const char *file = site->file ? site->file : "";
    uint32_t text = cg_pool_find(&program->texts, file, strlen(file));
    const struct named_call *at = bsearch(&wanted, calls, count, sizeof *calls, by_edge_and_place);
    while (at && at > calls && by_edge_and_place(at - 1, &wanted) == 0) {
        at--;
    }
    for (; at && at < calls + count && by_edge_and_place(at, &wanted) == 0; at++) {
        if (at->call->file == text && at->call->loops < site->loops) {
            at->call->loops = site->loops;
        }
    }
}

static int read_edge(const struct program *program, const struct named_call *calls, size_t count,
                     struct cg_error *error)
{
    struct cg_site_list *sites;
    int status = cg_sites_read(&sites, program->graph, calls->edge, CG_KEY_CALL_SITES, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < cg_site_list_count(sites); i++) {
        if (cg_site_list_at(sites, i)->loops) {
            set_loops(program, calls, count, cg_site_list_at(sites, i));
        }
    }
    cg_site_list_free(sites);
    return CG_OK;
}

int loops_find(struct program *program, struct cg_error *error)
{
    struct named_calls list = {0};
    bool *roots = mark_roots(program);
    int status = roots ? list_calls(&list, program, roots, error) : cg_fail_memory(error);
    if (list.count) {
        qsort(list.items, list.count, sizeof *list.items, by_edge_and_place);
    }
    for (size_t i = 0, end; i < list.count && !status; i = end) {
        for (end = i + 1; end < list.count && list.items[end].edge == list.items[i].edge;) {
            end++;
        }
        status = read_edge(program, &list.items[i], end - i, error);
    }
    free(roots);
    free(list.items);
    return status;
}
