/*
 * The order of places in source: by file, line, column, then text.
 */
#ifndef KINDS_SITE_ORDER_H
#define KINDS_SITE_ORDER_H

#include "json/json_walk.h"

/** An element of a set, with its sort keys. */
struct site_element {
    struct cg_value text;
    struct cg_value file; /**< as written, length 0 if there is none */
    uint64_t line;
    uint64_t column;
};

/** Decode an element: any JSON value; one that is not a place sorts by its text only. */
struct site_element site_element(const struct cg_value *text);

/** qsort's comparison. */
int site_compare(const void *a, const void *b);

#endif
