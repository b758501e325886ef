/*
 * Colours of functions by a number that each has: from light to dark, in classes that people who
 * take some colours for others can tell apart.
 */
#ifndef CGQUERY_PRINT_DRAWING_HEAT_H
#define CGQUERY_PRINT_DRAWING_HEAT_H

#include "core/cgquery.h"
#include "values/function_values.h"

#define HEAT_CLASSES 6

struct heat {
    struct values values;
    char *unit;
    double
        bounds[HEAT_CLASSES + 1]; /**< class i is from bounds[i] on; the last is the greatest value
                                   */
    int classes;                  /**< that there are, from 1 */
    bool whole;                   /**< all values are whole numbers */
};

/**
 * Read the values, and choose classes: equal parts of the range, or of its logarithm where it is
 * over several powers of ten.
 *
 * @param key as `top` takes it
 * @param out release with heat_clear in either case
 * @return CLI_OK or CLI_TROUBLE, reported
 */
int heat_read(struct heat *out, struct query *query, const char *key);
void heat_clear(struct heat *heat);

/** The class of a function from 0; -1: it has no value. */
int heat_class(const struct heat *heat, cg_node node);

/** "#ffeda0" of a class. */
const char *heat_color(const struct heat *heat, int class);

/** The colour of text on it. */
const char *heat_text_color(const struct heat *heat, int class);

/** "1.2 ms to 3.4 ms". Release with g_free. */
char *heat_range(const struct heat *heat, int class);

#endif
