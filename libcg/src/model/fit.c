/* The search for the model that predicts best what it has not seen. */
#include "model/factors.h"
#include "model/least_squares.h"
#include "model/scales.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COMBINED 5u        /* factors of each parameter that are combined */
#define CONTRIBUTES 0.0005 /* share of the value that a term must have somewhere */
#define NOTHING 1e-9       /* of the greatest value: a constant that only rounding made */
#define BETTER (1 - 1e-9)  /* equal but for rounding: the simpler model, which comes first */

/* A model without its coefficients. */
struct hypothesis {
    struct cg_model_factor factors[CG_MODEL_TERMS][CG_MODEL_PARAMETERS];
    unsigned terms;
    bool second_may_fall;
};

struct search {
    struct scales scales;
    unsigned parameters;
    struct cg_model_factor factors[FACTORS_MOST];
    size_t factor_count;
    double *ones;                                      /* by scale */
    double *terms[CG_MODEL_TERMS];                     /* by scale: columns of a hypothesis */
    double *values;                                    /* by scale */
    double *scratch;                                   /* for least_squares */
    size_t *members;                                   /* by scale: a line */
    double ranking[CG_MODEL_PARAMETERS][FACTORS_MOST]; /* the least is the best */
    struct cg_model best;
};

static const struct cg_model_factor one = {0, 1, 0};

/* Hypotheses */

static double term_at(const struct cg_model_factor *factors, const double *at, unsigned parameters)
{
    double value = 1;
    for (unsigned k = 0; k < parameters; k++) {
        value *= factor_at(&factors[k], at[k]);
    }
    return value;
}

/* Whether a term is more than nothing at some scale. */
static bool contributes(const struct search *search, const struct fitted *fitted,
                        const struct linear *linear, unsigned term)
{
    for (size_t i = 0; i < search->scales.count; i++) {
        double value = 0;
        for (size_t k = 0; k < linear->column_count; k++) {
            value += fitted->coefficients[k] * linear->columns[k][i];
        }
        double part = fitted->coefficients[term + 1] * search->terms[term][i];
        if (fabs(part) >= CONTRIBUTES * fabs(value)) {
            return true;
        }
    }
    return false;
}

static bool is_allowed(const struct search *search, const struct hypothesis *hypothesis,
                       const struct fitted *fitted, const struct linear *linear)
{
    for (unsigned t = 0; t < hypothesis->terms; t++) {
        bool may_fall = t == 1 && hypothesis->second_may_fall;
        if ((!may_fall && !(fitted->coefficients[t + 1] > 0)) ||
            !contributes(search, fitted, linear, t)) {
            return false;
        }
    }
    return true;
}

static void take_hypothesis(struct search *search, const struct hypothesis *hypothesis,
                            const struct fitted *fitted)
{
    struct cg_model *best = &search->best;
    double greatest = 0;
    for (size_t i = 0; i < search->scales.count; i++) {
        greatest = fmax(greatest, fabs(search->values[i]));
    }
    best->constant =
        fabs(fitted->coefficients[0]) > NOTHING * greatest ? fitted->coefficients[0] : 0;
    best->error = fitted->error;
    best->term_count = hypothesis->terms;
    for (unsigned t = 0; t < hypothesis->terms; t++) {
        best->terms[t].coefficient = fitted->coefficients[t + 1];
        memcpy(best->terms[t].factors, hypothesis->factors[t], sizeof hypothesis->factors[t]);
    }
}

static void try_one(struct search *search, const struct hypothesis *hypothesis)
{
    size_t rows = search->scales.count;
    struct fitted fitted;
    struct linear linear = {{search->ones}, 1 + hypothesis->terms, search->values, rows};
    for (unsigned t = 0; t < hypothesis->terms; t++) {
        for (size_t i = 0; i < rows; i++) {
            search->terms[t][i] =
                term_at(hypothesis->factors[t], search->scales.points[i].at, search->parameters);
        }
        linear.columns[t + 1] = search->terms[t];
    }
    if (least_squares(&fitted, &linear, search->scratch) &&
        fitted.error < search->best.error * BETTER &&
        is_allowed(search, hypothesis, &fitted, &linear)) {
        take_hypothesis(search, hypothesis, &fitted);
    }
}

static void try_single(struct search *search, unsigned parameter, struct cg_model_factor factor)
{
    struct hypothesis hypothesis = {.factors = {{one, one}}, .terms = 1};
    hypothesis.factors[0][parameter] = factor;
    try_one(search, &hypothesis);
}

/* All shapes of two terms with these factors. */
static void try_pair(struct search *search, struct cg_model_factor a, struct cg_model_factor b)
{
    const struct hypothesis shapes[] = {
        {{{a, b}}, 1, false},
        {{{a, one}, {one, b}}, 2, false},
        {{{a, b}, {a, one}}, 2, true},
        {{{a, b}, {one, b}}, 2, true},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        try_one(search, &shapes[i]);
    }
}

/* Lines: scales that differ in one parameter only */

/* The error of a factor on a line; where it does not fit, that of a constant. */
static double error_on_line(struct search *search, size_t rows, unsigned parameter,
                            const struct cg_model_factor *factor)
{
    struct fitted fitted;
    double *values = search->terms[1], *column = search->terms[0];
    for (size_t i = 0; i < rows; i++) {
        const struct cg_model_point *point = &search->scales.points[search->members[i]];
        values[i] = point->value;
        column[i] = factor_at(factor, point->at[parameter]);
    }
    struct linear linear = {{search->ones, column}, 1, values, rows};
    least_squares(&fitted, &linear, search->scratch);
    double constant = fitted.error;
    linear.column_count = 2;
    bool fits = least_squares(&fitted, &linear, search->scratch) && fitted.coefficients[1] > 0;
    return fits ? fmin(fitted.error, constant) : constant;
}

/* Rank the factors of a parameter. @return the length of its longest line */
static size_t rank(struct search *search, unsigned parameter)
{
    size_t longest = 0;
    for (size_t i = 0; i < search->scales.count; i++) {
        size_t rows = scales_line(search->members, &search->scales, i, parameter);
        longest = rows > longest ? rows : longest;
        for (size_t f = 0; f < search->factor_count; f++) {
            if (rows >= CG_MODEL_LEAST && search->members[0] == i && search->parameters > 1) {
                search->ranking[parameter][f] +=
                    (double)rows * error_on_line(search, rows, parameter, &search->factors[f]);
            }
        }
    }
    return longest;
}

/* The best factor that was not taken before. */
static size_t next_best(const struct search *search, unsigned parameter, bool *taken)
{
    const double *ranking = search->ranking[parameter];
    size_t best = FACTORS_MOST;
    for (size_t f = 0; f < search->factor_count; f++) {
        if (!taken[f] && (best == FACTORS_MOST || ranking[f] < ranking[best])) {
            best = f;
        }
    }
    taken[best] = true;
    return best;
}

static void try_pairs(struct search *search)
{
    size_t best[CG_MODEL_PARAMETERS][COMBINED];
    for (unsigned k = 0; k < CG_MODEL_PARAMETERS; k++) {
        bool taken[FACTORS_MOST] = {false};
        for (size_t i = 0; i < COMBINED; i++) {
            best[k][i] = next_best(search, k, taken);
        }
    }
    for (size_t i = 0; i < COMBINED; i++) {
        for (size_t j = 0; j < COMBINED; j++) {
            try_pair(search, search->factors[best[0][i]], search->factors[best[1][j]]);
        }
    }
}

/* Beginning and end */

static int allocate(struct search *search, struct cg_error *error)
{
    size_t rows = search->scales.count;
    double *block = calloc(rows * (2 + CG_MODEL_TERMS + COLUMNS_MOST + 1), sizeof *block);
    search->members = calloc(rows, sizeof *search->members);
    search->ones = block;
    if (!block || !search->members) {
        return cg_fail_memory(error);
    }
    search->values = block + rows;
    for (unsigned t = 0; t < CG_MODEL_TERMS; t++) {
        search->terms[t] = block + (2 + t) * rows;
    }
    search->scratch = block + (2 + CG_MODEL_TERMS) * rows;
    for (size_t i = 0; i < rows; i++) {
        search->ones[i] = 1;
        search->values[i] = search->scales.points[i].value;
    }
    return CG_OK;
}

static int check_lines(struct search *search, struct cg_error *error)
{
    for (unsigned k = 0; k < search->parameters; k++) {
        size_t longest = rank(search, k);
        search->best.few = search->best.few || longest < CG_MODEL_ENOUGH;
        if (longest < CG_MODEL_LEAST) {
            return cg_fail(error, CG_E_ARGUMENT,
                           "a model needs at least %u values of each parameter%s, there %s %zu",
                           CG_MODEL_LEAST,
                           search->parameters > 1 ? " at one value of the other" : "",
                           longest == 1 ? "is" : "are", longest);
        }
    }
    return CG_OK;
}

static void find_best(struct search *search)
{
    const struct hypothesis constant = {.terms = 0};
    search->best.error = INFINITY;
    try_one(search, &constant);
    for (unsigned k = 0; k < search->parameters; k++) {
        for (size_t f = 0; f < search->factor_count; f++) {
            try_single(search, k, search->factors[f]);
        }
    }
    if (search->parameters > 1) {
        try_pairs(search);
    }
}

int cg_model_fit(struct cg_model *out, const struct cg_model_point *points, size_t count,
                 unsigned parameters, struct cg_error *error)
{
    struct search search = {.parameters = parameters};
    if (parameters < 1 || parameters > CG_MODEL_PARAMETERS) {
        return cg_fail(error, CG_E_ARGUMENT, "a model has 1 or 2 parameters, not %u", parameters);
    }
    search.factor_count = factors_list(search.factors);
    int status = scales_make(&search.scales, points, count, parameters, error);
    status = status ? status : allocate(&search, error);
    search.best.parameters = parameters;
    search.best.scales = search.scales.count;
    search.best.spread = search.scales.spread;
    status = status ? status : check_lines(&search, error);
    if (!status) {
        find_best(&search);
        *out = search.best;
    }
    free(search.members);
    free(search.ones);
    free(search.scales.points);
    return status;
}

double cg_model_at(const struct cg_model *model, const double *at)
{
    double value = model->constant;
    for (unsigned t = 0; t < model->term_count; t++) {
        value +=
            model->terms[t].coefficient * term_at(model->terms[t].factors, at, model->parameters);
    }
    return value;
}
