/*
 * The order of places in source: by file, line, column, then text.
 */
#ifndef KINDS_SITE_ORDER_H
#define KINDS_SITE_ORDER_H

#include "json/json.h"

/** An element of a set, with what it is sorted by. */
struct site_element {
    struct cg_value text;
    struct cg_value file; /**< as written, length 0 when there is none */
    uint64_t line;
    uint64_t column;
};

/** Look at an element: any JSON value; what is no place sorts by its text alone. */
struct site_element site_element(const struct cg_value *text);

/** qsort's comparison. */
int site_compare(const void *a, const void *b);

#endif
