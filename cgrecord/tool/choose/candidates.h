/*
 * The functions of an executable or library as a graph without calls, which the sets of libcg
 * choose from.
 */
#ifndef CGRECORD_CANDIDATES_H
#define CGRECORD_CANDIDATES_H

#include "choose/functions.h"

#include <libcg/graph.h>
#include <libcg/select.h>

struct candidates {
    struct functions functions;
    struct cg_graph *graph;
    cg_node *nodes;      /**< by function: those of one place are one node; the last one stands for
                              functions without a symbol */
    char **readable;     /**< by node: demangled */
    GHashTable *by_name; /**< linkage names to GArray of cg_node */
    struct cg_selector *selector;
    const struct filter_text *filter;
};

/** A file that a set refers to, with its text: a pipe can be read only once. */
struct filter_text {
    char *file; /**< NULL: there is none */
    char *text; /**< NULL: who needs it reads the file */
};

/**
 * Read the functions of a file that has hooks or places for XRay; of another one, none.
 *
 * @param c     release with candidates_clear, whatever is returned
 * @param path  NULL: no functions, to check sets
 * @param files where functions are written counts
 * @param filter a file that sets may name; must outlive `c`; NULL: none
 * @return CG_OK, or the status of libcg. O(symbols), and O(debug information) for files
 */
int candidates_make(struct candidates *c, const char *path, bool files,
                    const struct filter_text *filter, struct cg_error *error);
void candidates_clear(struct candidates *c);

#endif
