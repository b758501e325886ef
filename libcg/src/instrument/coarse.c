/* The strategy coarse: leaves out functions that cost nearly what their only caller costs. */
#include "instrument/ground.h"

#include "base/error.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

/* The only caller of a function besides itself, CG_NONE if there is none or several. */
static cg_node only_caller(const struct cg_graph *graph, cg_node node)
{
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(graph, node, &edges);
    cg_node found = CG_NONE;
    for (uint32_t i = 0; i < count; i++) {
        cg_node caller = cg_edge_caller(graph, edges[i]);
        if (caller == node || cg_query_is_guess(graph, edges[i])) {
            continue;
        }
        if (found != CG_NONE) {
            return CG_NONE;
        }
        found = caller;
    }
    return found;
}

/* Whether a function calls exactly one function of a set besides itself. */
static bool calls_one(const struct cg_graph *graph, cg_node node, const bool *set)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, node, &first), found = 0;
    for (cg_edge edge = first; edge < first + count; edge++) {
        cg_node callee = cg_edge_callee(graph, edge);
        found += callee != node && set[callee] && !cg_query_is_guess(graph, edge);
    }
    return found == 1;
}

/* By function, each asked once: all callees of a function ask about it. NULL: no memory. */
static bool *find_those_that_call_one(const struct ground *ground, const bool *set)
{
    bool *out = malloc((ground->nodes + (size_t)1) * sizeof *out);
    for (cg_node node = 0; out && node < ground->nodes; node++) {
        out[node] = calls_one(ground->graph, node, set);
    }
    return out;
}

/* A circle of calls that nothing else calls is no chain: it has no first function. Entry points are
 * never left out, so a chain that is reached has one. */
static bool is_inner(const struct ground *ground, cg_node node, const bool *set, const bool *one)
{
    cg_node caller = only_caller(ground->graph, node);
    return caller != CG_NONE && ground->distance[node] != CG_NONE && ground->distance[node] > 0 &&
           set[caller] && one[caller];
}

static int choose_outer(struct cg_choice *choice, const struct ground *ground, const bool *set,
                        const bool *vital, struct cg_error *error)
{
    const bool *from = set ? set : ground->can;
    bool *one = find_those_that_call_one(ground, from);
    int status = one ? CG_OK : cg_fail_memory(error);
    for (cg_node node = 0; node < ground->nodes && !status; node++) {
        struct cg_chosen chosen = {.node = node, .why = CG_CHOSEN_COARSE, .because = CG_NONE};
        if (from[node] && ((vital && vital[node]) || !is_inner(ground, node, from, one))) {
            status = choice_add(choice, &chosen, error);
        }
    }
    free(one);
    return status;
}

int cg_choose_coarse(struct cg_choice **out, const struct cg_graph *graph, const bool *set,
                     const bool *vital, const struct cg_choose_options *options,
                     struct cg_error *error)
{
    struct ground ground = {0};
    struct cg_choice *choice = NULL;
    int status = choice_new(&choice, error);
    status = status ? status : ground_lay(&ground, graph, options, error);
    status = status ? status : choose_outer(choice, &ground, set, vital, error);
    ground_clear(&ground);
    return choice_finish(out, choice, status, error);
}
