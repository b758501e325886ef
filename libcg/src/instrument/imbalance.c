/* The strategy imbalance: functions whose times differ most between processes and threads. */
#include "instrument/ground.h"
#include "instrument/measured.h"

#include "base/error.h"
#include "base/versioned_options.h"
#include "query/common/query_internal.h"

#include <libcg/kinds.h>

#include <math.h>
#include <stdlib.h>

struct comparing {
    struct ground ground;
    struct measured measured;
    struct cg_imbalance least;
    bool *passed; /* by node: a chain from an entry point to it is chosen */
};

/* The part of the run of most locations that they wait for the slowest; -1: there is only one. */
static double imbalance_of(const struct comparing *c, cg_node node)
{
    struct cg_measured m = {0};
    if (!cg_measured(&m, c->ground.graph, CG_ON_NODE, node, c->measured.metric) ||
        m.locations < 2 || !(m.max > 0)) {
        return -1;
    }
    double n = (double)m.locations;
    return fmax((m.max - m.mean) / m.max * n / (n - 1), 0);
}

static int choose_way(struct cg_choice *choice, struct comparing *c, cg_node end,
                      struct cg_error *error)
{
    const struct ground *ground = &c->ground;
    cg_node at = end;
    int status = CG_OK;
    while (!status && !c->passed[at]) {
        struct cg_chosen chosen = {.node = at, .why = CG_CHOSEN_WAY, .because = end};
        c->passed[at] = true;
        if (at != end && ground->can[at]) {
            status = choice_add(choice, &chosen, error);
        }
        if (ground->distance[at] == 0 || ground->distance[at] == CG_NONE) {
            break;
        }
        at = ground_caller_towards(ground, ground->distance, at);
    }
    return status;
}

static int choose_imbalanced(struct cg_choice *choice, struct comparing *c, struct cg_error *error)
{
    const struct ground *ground = &c->ground;
    int status = ground_choose_entries(choice, ground, error);
    for (cg_node node = 0; node < ground->nodes && !status; node++) {
        double imbalance = imbalance_of(c, node);
        struct cg_chosen chosen = {.node = node,
                                   .why = CG_CHOSEN_IMBALANCE,
                                   .value = imbalance,
                                   .limit = c->least.imbalance,
                                   .because = CG_NONE};
        if (ground->can[node] && imbalance >= c->least.imbalance &&
            c->measured.inclusive[node] >= c->least.share) {
            status = choice_add(choice, &chosen, error);
        }
    }
    for (size_t i = 0, count = choice->count; i < count && !status; i++) {
        if (choice->chosen[i].why == CG_CHOSEN_IMBALANCE) {
            status = choose_way(choice, c, choice->chosen[i].node, error);
        }
    }
    return status;
}

int cg_choose_imbalance(struct cg_choice **out, const struct cg_graph *graph,
                        const struct cg_imbalance *least, const struct cg_choose_options *options,
                        struct cg_error *error)
{
    struct comparing c = {.least = CG_IMBALANCE_INIT};
    struct cg_choice *choice = NULL;
    int status = OPTIONS_TAKE(&c.least, least, cg_imbalance, error);
    if (!status && (!(c.least.imbalance >= 0) || !(c.least.share >= 0))) {
        status = cg_fail(error, CG_E_ARGUMENT, "the least imbalance and share are numbers from 0");
    }
    status = status ? status : choice_new(&choice, error);
    status = status ? status : ground_lay(&c.ground, graph, options, error);
    if (!status) {
        status = measured_read(&c.measured, graph, c.ground.options.metric, error);
    }
    if (!status) {
        status = cg_query_allocate(&c.passed, c.ground.nodes, sizeof *c.passed, error);
    }
    status = status ? status : choose_imbalanced(choice, &c, error);
    free(c.passed);
    measured_clear(&c.measured);
    ground_clear(&c.ground);
    return choice_finish(out, choice, status, error);
}
