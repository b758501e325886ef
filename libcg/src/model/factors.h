/*
 * The factors that models are made of.
 */
#ifndef MODEL_FACTORS_H
#define MODEL_FACTORS_H

#include <libcg/model.h>

/** The most that factors_list yields. */
#define FACTORS_MOST 64u

/** List those that are tried for a parameter. @param out FACTORS_MOST @return their number */
size_t factors_list(struct cg_model_factor *out);

/** The value of a factor. */
double factor_at(const struct cg_model_factor *factor, double parameter);

#endif
