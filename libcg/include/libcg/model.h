/*
 * Performance models: how a value grows with the scale of a run, such as the number of processes or
 * the size of the input.
 *
 * A model is a constant and up to two terms in the performance model normal form (A. Calotoiu,
 * T. Hoefler, M. Poke, F. Wolf, "Using Automated Performance Modeling to Find Scalability Bugs in
 * Complex Codes", SC 2013):
 *
 *   one parameter   c0 + c1 * t(p)
 *   two parameters  c0 + c1 * t(p) * u(q)  with or without  + c2 * t(p)  or  + c2 * u(q);
 *                   c0 + c1 * t(p) + c2 * u(q);  c0 + c1 * t(p);  c0 + c1 * u(q)
 *
 * where t and u are p^i * log2(p)^j: the 42 combinations that Extra-P tries (i from 0 to 3 in
 * quarters, thirds and halves, j from 0 to 2), and p^-i without logarithm for values that fall.
 * Coefficients are least squares. Of all models the one wins that predicts best what it has not
 * seen: each scale is left out once, and the model of the others predicts it.
 *
 * The coefficient of a term is above 0, except c2 beside a product: a term that falls is a power
 * with a negative exponent, not a growing one taken away, so that no model of times predicts less
 * than nothing far away because of it. A term that makes up less than 0.05 % of the value at every
 * scale is none.
 */
#ifndef LIBCG_MODEL_H
#define LIBCG_MODEL_H

#include <libcg/common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The most parameters of a model, and terms besides the constant. */
#define CG_MODEL_PARAMETERS 2
#define CG_MODEL_TERMS 2

/** With fewer different values of a parameter a model is a guess: cg_model.few. */
#define CG_MODEL_ENOUGH 5u
/** With fewer there is no model. */
#define CG_MODEL_LEAST 3u

/** What was measured at one scale. */
struct cg_model_point {
    double at[CG_MODEL_PARAMETERS]; /**< the parameters, above 0; the second counts only for models
                                         of two */
    double value;
};

/** p^(power / root) * log2(p)^logs; 1 if power and logs are 0. */
struct cg_model_factor {
    int power;
    int root; /**< from 1 */
    int logs; /**< from 0 to 2 */
};

/** A coefficient times a factor for each parameter. */
struct cg_model_term {
    double coefficient;
    struct cg_model_factor factors[CG_MODEL_PARAMETERS];
};

/** A model, and how good it is. */
struct cg_model {
    unsigned parameters; /**< 1 or 2 */
    unsigned term_count; /**< 0: the value does not depend on the parameters */
    double constant;
    struct cg_model_term terms[CG_MODEL_TERMS];
    double error;  /**< of predicting each scale from the others: mean of 2 * |predicted - measured|
                        / (|predicted| + |measured|), from 0 to 2 (SMAPE as a share) */
    double spread; /**< of repeated runs of a scale: the greatest (max - min) / median; 0: nothing
                        was repeated */
    size_t scales; /**< number of different ones */
    bool few; /**< a parameter has fewer than CG_MODEL_ENOUGH values with the other one fixed */
};

/**
 * Find the model of measurements. Of several at one scale the median counts.
 *
 * For two parameters the factors of each are first ranked by the scales at which the other one has
 * the same value; the five best of each are then combined.
 *
 * @param out        written on success
 * @param points     in any order
 * @param parameters 1 or 2
 * @return CG_OK; CG_E_ARGUMENT: a parameter that is not above 0, a value that is not finite,
 *         another number of parameters, or too few scales: each parameter needs CG_MODEL_LEAST
 *         values (of two, at one value of the other); CG_E_MEMORY. O(count * log(count)), plus some
 *         hundred times the number of scales.
 */
CG_API int cg_model_fit(struct cg_model *out, const struct cg_model_point *points, size_t count,
                        unsigned parameters, struct cg_error *error);

/** @return what a model predicts. @param at as many as it has parameters. O(1). */
CG_API double cg_model_at(const struct cg_model *model, const double *at);

/**
 * Write a model as a formula: "2.1 + 0.03 * p * log2(p)". Coefficients have four digits.
 *
 * @param names of the parameters
 * @return to be released with free; NULL: no memory
 */
CG_API char *cg_model_text(const struct cg_model *model, const char *const *names);

/**
 * Find the scale to predict if nobody names one: for each parameter the greatest value plus the
 * mean step between its values, which is where the next run would be.
 *
 * @param at     receives CG_MODEL_PARAMETERS numbers
 * @param points at least one. O(count^2).
 */
CG_API void cg_model_next_scale(double *at, const struct cg_model_point *points, size_t count);

#ifdef __cplusplus
}
#endif

#endif
