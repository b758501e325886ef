/*
 * The names of functions as measurement tools see them.
 */
#ifndef FILTERS_SHOWN_NAMES_H
#define FILTERS_SHOWN_NAMES_H

#include "strings/text.h"

#include <libcg/filter.h>

/** A graph with the readable names of its functions. */
struct shown {
    const struct cg_graph *graph;
    uint32_t nodes;
    char **readable; /**< by node: demangled; NULL: the linkage name is */
    cg_node *order;  /**< all nodes in canonical order */
};

/** @return CG_OK, CG_E_STATE or CG_E_MEMORY; release with shown_clear in any case */
int shown_make(struct shown *shown, const struct cg_graph *graph,
               const struct cg_filter_options *options, struct cg_error *error);

void shown_clear(struct shown *shown);

/** The readable name of a function; borrowed. */
const char *shown_readable(const struct shown *shown, cg_node node);

/** Append the name that GCC compares: qualified, without result type and parameters, unnamed
 *  namespaces as `{anonymous}`, a lambda as `f(int)::<lambda(int)>`. */
void shown_gcc(struct cg_text *out, const struct shown *shown, cg_node node);

/** Append the name that TAU shows: with the result type, `int f(int)`; of C functions as well, as
 *  far as the graph has their types. */
void shown_tau(struct cg_text *out, const struct shown *shown, cg_node node);

#endif
