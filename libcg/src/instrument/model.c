/* Functions that will matter at another scale, by models of what several runs measured. */
#include "instrument/ground.h"

#include "base/error.h"
#include "query/common/query_internal.h"

#include <math.h>
#include <stdlib.h>

struct predicting {
    struct ground ground;
    const struct cg_scaled_runs *runs;
    struct cg_model_point *points; /* by run */
    double *rest;                  /* by run: of code that is no function of the graph */
    double at[CG_MODEL_PARAMETERS];
    double *predicted; /* by node: inclusive; below 0: it never ran, or cannot be chosen */
    double whole;
};

/* Predict the values that the points have. */
static int predict(double *out, struct predicting *p, struct cg_error *error)
{
    struct cg_model model;
    int status = cg_model_fit(&model, p->points, p->runs->count, p->runs->parameters, error);
    *out = status ? 0 : fmax(cg_model_at(&model, p->at), 0);
    return status;
}

static void find_scales(struct predicting *p)
{
    for (size_t i = 0; i < p->runs->count; i++) {
        const struct cg_scaled_run *run = &p->runs->runs[i];
        p->rest[i] = run->whole;
        for (unsigned k = 0; k < CG_MODEL_PARAMETERS; k++) {
            p->points[i].at[k] = run->at[k];
        }
    }
    if (p->runs->at) {
        for (unsigned k = 0; k < p->runs->parameters && k < CG_MODEL_PARAMETERS; k++) {
            p->at[k] = p->runs->at[k];
        }
    } else if (p->runs->count > 0) {
        cg_model_next_scale(p->at, p->points, p->runs->count);
    }
}

static int predict_exclusive(struct predicting *p, cg_node node, struct cg_error *error)
{
    double predicted = 0;
    bool ran = false;
    for (size_t i = 0; i < p->runs->count; i++) {
        p->points[i].value = p->runs->runs[i].exclusive[node];
        p->rest[i] -= p->points[i].value;
        ran = ran || p->points[i].value != 0;
    }
    int status = ran ? predict(&predicted, p, error) : CG_OK;
    p->whole += predicted;
    return status;
}

/* The rest is a difference, of which rounding may have left something. */
static int predict_rest(struct predicting *p, struct cg_error *error)
{
    double predicted;
    for (size_t i = 0; i < p->runs->count; i++) {
        bool rounded = fabs(p->rest[i]) <= 1e-9 * fabs(p->runs->runs[i].whole);
        p->points[i].value = rounded ? 0 : p->rest[i];
    }
    int status = predict(&predicted, p, error);
    p->whole += predicted;
    return status;
}

static int predict_inclusive(struct predicting *p, cg_node node, struct cg_error *error)
{
    bool ran = false;
    for (size_t i = 0; i < p->runs->count; i++) {
        p->points[i].value = p->runs->runs[i].inclusive[node];
        ran = ran || p->points[i].value != 0;
    }
    p->predicted[node] = -1;
    return ran && p->ground.can[node] ? predict(&p->predicted[node], p, error) : CG_OK;
}

static int predict_all(struct predicting *p, struct cg_error *error)
{
    int status = CG_OK;
    find_scales(p);
    for (cg_node node = 0; node < p->ground.nodes && !status; node++) {
        status = predict_exclusive(p, node, error);
    }
    status = status ? status : predict_rest(p, error);
    for (cg_node node = 0; node < p->ground.nodes && !status; node++) {
        status = predict_inclusive(p, node, error);
        p->whole = fmax(p->whole, p->predicted[node]);
    }
    return status;
}

static int choose_predicted(struct cg_choice *choice, struct predicting *p, double share,
                            struct cg_error *error)
{
    int status = ground_choose_entries(choice, &p->ground, error);
    for (cg_node node = 0; node < p->ground.nodes && !status; node++) {
        struct cg_chosen chosen = {.node = node,
                                   .why = CG_CHOSEN_MODEL,
                                   .value = p->whole > 0 ? p->predicted[node] / p->whole : 0,
                                   .limit = share,
                                   .because = CG_NONE};
        if (p->predicted[node] >= 0 && chosen.value >= share) {
            status = choice_add(choice, &chosen, error);
        }
    }
    return status;
}

int cg_choose_model(struct cg_choice **out, const struct cg_graph *graph,
                    const struct cg_scaled_runs *runs, double share,
                    const struct cg_choose_options *options, struct cg_error *error)
{
    struct predicting p = {.runs = runs};
    struct cg_choice *choice = NULL;
    int status = CG_OK;
    if (!(share >= 0 && share <= 1)) {
        status = cg_fail(error, CG_E_ARGUMENT, "the least share of the run is from 0 to 1");
    }
    status = status ? status : choice_new(&choice, error);
    status = status ? status : ground_lay(&p.ground, graph, options, error);
    if (!status) {
        status = cg_query_allocate(&p.points, runs->count, sizeof *p.points, error);
    }
    if (!status) {
        status = cg_query_allocate(&p.rest, runs->count, sizeof *p.rest, error);
    }
    if (!status) {
        status = cg_query_allocate(&p.predicted, p.ground.nodes, sizeof *p.predicted, error);
    }
    status = status ? status : predict_all(&p, error);
    status = status ? status : choose_predicted(choice, &p, share, error);
    free(p.predicted);
    free(p.rest);
    free(p.points);
    ground_clear(&p.ground);
    return choice_finish(out, choice, status, error);
}
