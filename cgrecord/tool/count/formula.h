/*
 * Formulas of derived metrics: numbers, names, + - * / and parentheses.
 */
#ifndef CGRECORD_FORMULA_H
#define CGRECORD_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

struct formula;

/** Find an operand by its name, which does not end with NUL. @return its number, or UINT32_MAX */
typedef uint32_t formula_find(void *user, const char *name, uint32_t length);

/**
 * Read a formula. O(length)
 *
 * @param refusal receives what is wrong, released with g_free, or NULL
 * @return release with formula_free; NULL if it is refused
 */
struct formula *formula_parse(const char *text, formula_find *find, void *user, char **refusal);
void formula_free(struct formula *formula);

/** Compute it. A division by 0 gives 0, and so does what is no finite number.
 *  @param values by number of the operand */
double formula_value(const struct formula *formula, const double *values);

/** The formula with names for its operands, in CubePL, which Cube's viewers compute.
 *  @param name the name of an operand @return released with g_free */
char *formula_cubepl(const struct formula *formula,
                     const char *(*name)(void *user, uint32_t operand), void *user);

/** Whether an operand is in it. */
bool formula_uses(const struct formula *formula, uint32_t operand);

#endif
