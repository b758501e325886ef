/* The strategy hot: functions that took much of a measured run, and the ways to them. */
#include "instrument/ground.h"
#include "instrument/measured.h"

#include "base/error.h"
#include "query/common/query_internal.h"

#include <math.h>
#include <stdlib.h>

/* Part of the sums of all callees, evenly distributed, that one of the frontier must exceed. */
#define FRONTIER 0.3

struct search {
    struct ground ground;
    struct measured measured;
    double *sums;
    bool *known; /* by node: it has a sum */
    double share;
};

/* What the sum of a callee of a hot function must exceed. */
static double frontier_limit(const struct search *search, cg_node hot)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(search->ground.graph, hot, &first), known = 0;
    double most = 0;
    for (cg_edge edge = first; edge < first + count; edge++) {
        cg_node callee = cg_edge_callee(search->ground.graph, edge);
        if (callee != hot && search->known[callee] &&
            !cg_query_is_guess(search->ground.graph, edge)) {
            known++;
            most = fmax(most, search->sums[callee]);
        }
    }
    return known ? FRONTIER * most / known : 0;
}

static int choose_frontier(struct cg_choice *choice, const struct search *search, cg_node hot,
                           struct cg_error *error)
{
    const struct cg_graph *graph = search->ground.graph;
    double limit = frontier_limit(search, hot);
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, hot, &first);
    int status = CG_OK;
    for (cg_edge edge = first; edge < first + count && !status; edge++) {
        cg_node callee = cg_edge_callee(graph, edge);
        struct cg_chosen chosen = {.node = callee,
                                   .why = CG_CHOSEN_FRONTIER,
                                   .value = search->sums[callee],
                                   .limit = limit,
                                   .because = hot};
        if (search->ground.can[callee] && !search->measured.has[callee] &&
            !cg_query_is_guess(graph, edge) && search->sums[callee] > limit) {
            status = choice_add(choice, &chosen, error);
        }
    }
    return status;
}

static int choose_hot(struct cg_choice *choice, const struct search *search, struct cg_error *error)
{
    const struct measured *measured = &search->measured;
    int status = ground_choose_entries(choice, &search->ground, error);
    for (cg_node node = 0; node < search->ground.nodes && !status; node++) {
        struct cg_chosen chosen = {.node = node,
                                   .why = CG_CHOSEN_HOT,
                                   .value = measured->inclusive[node],
                                   .limit = search->share,
                                   .because = CG_NONE};
        if (!measured->has[node] || measured->inclusive[node] < search->share) {
            continue;
        }
        if (search->ground.can[node]) {
            status = choice_add(choice, &chosen, error);
        }
        status = status ? status : choose_frontier(choice, search, node, error);
    }
    return status;
}

int cg_choose_hot(struct cg_choice **out, const struct cg_graph *graph, double share,
                  const struct cg_choose_options *options, struct cg_error *error)
{
    struct search search = {.share = share};
    struct cg_choice *choice = NULL;
    int status = CG_OK;
    if (!(share >= 0 && share <= 1)) {
        status = cg_fail(error, CG_E_ARGUMENT, "the least share is a number from 0 to 1");
    }
    status = status ? status : choice_new(&choice, error);
    status = status ? status : ground_lay(&search.ground, graph, options, error);
    if (!status) {
        status = measured_read(&search.measured, graph, search.ground.options.metric, error);
    }
    status = status ? status : ground_sums(&search.sums, &search.known, &search.ground, error);
    status = status ? status : choose_hot(choice, &search, error);
    free(search.sums);
    free(search.known);
    measured_clear(&search.measured);
    ground_clear(&search.ground);
    return choice_finish(out, choice, status, error);
}
