/* The table of exponents and logarithms, and the value of a factor at a scale. */
#include "model/factors.h"

#include <math.h>

/* Exponents with the greatest power of the logarithm beside them: those of Extra-P. */
static const struct {
    int power, root, logs;
} exponents[] = {
    {0, 1, 2}, {1, 4, 2}, {1, 3, 2}, {1, 2, 2}, {2, 3, 2},  {3, 4, 2}, {4, 5, 0},
    {1, 1, 2}, {5, 4, 1}, {4, 3, 1}, {3, 2, 2}, {5, 3, 0},  {7, 4, 0}, {2, 1, 2},
    {9, 4, 0}, {7, 3, 0}, {5, 2, 2}, {8, 3, 0}, {11, 4, 0}, {3, 1, 1},
};
#define EXPONENTS (sizeof exponents / sizeof *exponents)

/* Whether it is 1 everywhere. */
static bool factor_is_one(const struct cg_model_factor *factor)
{
    return factor->power == 0 && factor->logs == 0;
}

size_t factors_list(struct cg_model_factor *out)
{
    size_t count = 0;
    for (size_t i = 0; i < EXPONENTS; i++) {
        for (int logs = 0; logs <= exponents[i].logs; logs++) {
            out[count] = (struct cg_model_factor){exponents[i].power, exponents[i].root, logs};
            count += !factor_is_one(&out[count]);
        }
    }
    for (size_t i = 0; i < EXPONENTS; i++) {
        out[count] = (struct cg_model_factor){-exponents[i].power, exponents[i].root, 0};
        count += !factor_is_one(&out[count]);
    }
    return count;
}

double factor_at(const struct cg_model_factor *factor, double parameter)
{
    double value = pow(parameter, (double)factor->power / factor->root);
    for (int i = 0; i < factor->logs; i++) {
        value *= log2(parameter);
    }
    return value;
}
