/*
 * Lists of functions show those that one use of a macro makes in one line, unless --unfold is
 * given.
 */
#ifndef CGQUERY_CORE_MACRO_FOLDS_H
#define CGQUERY_CORE_MACRO_FOLDS_H

#include "core/cgquery.h"

#include <libcg/query.h>

/** The use that makes a function, "MACRO at FILE:LINE"; NULL: none does. Release with g_free. */
char *macro_use(const struct query *query, cg_node node);

/** The macro uses of a list. */
struct macro_folds;

/** A line of a list. */
struct macro_fold {
    const char *use;    /**< "MACRO at FILE:LINE"; NULL: the line shows one function */
    uint32_t functions; /**< that the line shows; 0: an earlier line shows the function */
    uint64_t statements;
};

/**
 * Find the macro uses that make several functions of a list.
 *
 * @return to be released with macro_folds_free. Cost: linear in the list.
 */
struct macro_folds *macro_folds_new(const struct query *query, struct cg_function_set list);

void macro_folds_free(struct macro_folds *folds);

/** The line for the next function of the list. Ask once for each, in order. */
struct macro_fold macro_folds_next(struct macro_folds *folds, cg_node node);

#endif
