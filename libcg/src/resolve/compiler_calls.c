/* Finds the functions of the program that compilers call for what the source writes otherwise, and
 * adds these calls as implicit edges. Called by link.c before and after constraints are solved. */
#include "resolve/compiler_calls.h"

#include "base/error.h"
#include "identity/identity.h"
#include "linked/found_calls.h"
#include "resolve/external_code.h"

#include <libcg/metadata.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

/* Which */

static int take_substitute(void *user, const char *name, const char *substitute,
                           struct cg_error *error)
{
    struct program *program = user;
    const struct cg_graph *graph = program->graph;
    bool ok = true;
    for (cg_node own = graph_find_symbol(graph, substitute); own != CG_NONE && ok;
         own = graph_next_symbol(graph, substitute, own)) {
        if (!external_is_replacement(program, own)) {
            continue;
        }
        for (cg_node n = graph_find_symbol(graph, name); n != CG_NONE && ok;
             n = graph_next_symbol(graph, name, n)) {
            ok = number_add(&program->substitutes, n) && number_add(&program->substitutes, own);
        }
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

/* In the order of their names, whatever files are linked first. */
static bool add_called(struct program *program, cg_node node)
{
    struct number_list *nodes = &program->by_compilers;
    const char *name = cg_node_name(program->graph, node);
    bool ok = number_add(nodes, node);
    for (size_t i = ok ? nodes->count - 1 : 0; i > 0; i--) {
        if (strcmp(cg_node_name(program->graph, nodes->items[i - 1]), name) <= 0) {
            break;
        }
        nodes->items[i] = nodes->items[i - 1];
        nodes->items[i - 1] = node;
    }
    return ok;
}

int compiler_calls_find(struct program *program, struct cg_error *error)
{
    bool ok = true;
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && ok; n++) {
        ok = !external_is_replacement(program, n) || !external_is_called_by_compilers(program, n) ||
             add_called(program, n);
    }
    int status = ok ? CG_OK : cg_fail_memory(error);
    status = status
                 ? status
                 : summaries_visit_substitutes(program->summaries, take_substitute, program, error);
    numbers_settle(&program->substitutes, 2);
    return status;
}

int compiler_calls_give(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < program->substitutes.count && !status; i += 2) {
        status = external_give(program, program->substitutes.items[i + 1], error);
    }
    return status;
}

/* Calls by themselves */

static const struct cg_site nowhere = {0};

static int call_all(struct program *program, cg_node caller, struct cg_error *error)
{
    const struct number_list *callees = &program->by_compilers;
    int status = CG_OK;
    for (size_t i = 0; i < callees->count && !status; i++) {
        struct found_call call = {caller, callees->items[i], CG_EDGE_IMPLICIT, &nowhere};
        status = sites_add_calls(program->graph, &call, 1, error);
    }
    return status;
}

static int call_one_after_another(struct program *program, struct cg_error *error)
{
    struct number_list *callees = &program->by_compilers;
    int status = CG_OK;
    for (size_t i = 1; i < callees->count && !status; i++) {
        struct found_call call = {callees->items[i - 1], callees->items[i], CG_EDGE_IMPLICIT,
                                  &nowhere};
        status = sites_add_calls(program->graph, &call, 1, error);
    }
    callees->count = callees->count ? 1 : 0;
    return status;
}

static int write_own_calls(struct program *program, uint64_t most_edges, struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    const struct number_list *callees = &program->by_compilers;
    uint32_t nodes = cg_graph_node_count(graph);
    bool *called = calloc(nodes + (size_t)1, sizeof *called);
    uint64_t callers = 0;
    if (!called) {
        return cg_fail_memory(error);
    }
    for (size_t i = 0; i < callees->count; i++) {
        called[callees->items[i]] = true;
    }
    for (cg_node n = 0; n < nodes; n++) {
        callers += cg_node_has_body(graph, n) && !called[n];
    }
    bool many = callees->count && callers > most_edges / callees->count;
    int status = many ? call_one_after_another(program, error) : CG_OK;
    for (cg_node n = 0; n < nodes && callees->count && !status; n++) {
        status = cg_node_has_body(graph, n) && !called[n] ? call_all(program, n, error) : CG_OK;
    }
    free(called);
    return status;
}

/* Calls instead of others */

/* The call is where that of the other function is. */
static int call_instead(struct program *program, cg_edge edge, cg_node substitute,
                        struct cg_error *error)
{
    struct cg_graph *graph = program->graph;
    struct cg_site_list *sites = NULL;
    int status = cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, error);
    size_t count = status ? 0 : cg_site_list_count(sites);
    struct found_call *calls = malloc((count + 1) * sizeof *calls);
    struct found_call call = {cg_edge_caller(graph, edge), substitute, CG_EDGE_IMPLICIT, &nowhere};
    status = status || calls ? status : cg_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        calls[i] = call;
        calls[i].site = cg_site_list_at(sites, i);
    }
    if (!status && !count) {
        calls[count++] = call;
    }
    status = status ? status : sites_add_calls(graph, calls, count, error);
    free(calls);
    cg_site_list_free(sites);
    return status;
}

static int write_substitutes(struct program *program, struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    const struct number_list *pairs = &program->substitutes;
    cg_edge edges = cg_graph_edge_count(graph);
    int status = CG_OK;
    for (size_t i = 0; i < pairs->count && !status; i += 2) {
        for (cg_edge e = 0; e < edges && !status; e++) {
            bool named = cg_edge_callee(graph, e) == pairs->items[i] &&
                         cg_edge_kinds(graph, e) & CG_EDGE_DIRECT;
            status = named ? call_instead(program, e, pairs->items[i + 1], error) : CG_OK;
        }
    }
    return status;
}

int compiler_calls_write(struct program *program, uint64_t most_edges, struct cg_error *error)
{
    int status = write_substitutes(program, error);
    return status ? status : write_own_calls(program, most_edges, error);
}
