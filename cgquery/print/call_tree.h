/*
 * Trees as `uftrace graph` draws them:
 *
 *     (1) main
 *      +-(3) parse
 *      | (1) expr
 *      |
 *      +-(1) report
 *        (2) printf
 *
 * A single child is below its parent without deeper indentation. Below a hundred levels of
 * branches, lines begin with how many are left out, as [+3]. Lines are printed at once, in
 * depth-first order; only the number of remaining children of each level is kept.
 */
#ifndef CGQUERY_PRINT_TREE_H
#define CGQUERY_PRINT_TREE_H

#include <glib.h>
#include <stdio.h>

/** A tree being printed, or several below each other, with an empty line between. Start with {0}.
 */
struct tree {
    GArray *levels; /**< from the root down */
    gboolean begun; /**< a root was printed */
};

/** The number of children of the last printed line; the lines that follow are theirs. May be 0. */
void tree_open(struct tree *tree, size_t children);

/** Print the begin of a line: for the next remaining child, deepest first, or for another root. The
 *  caller prints the text and the end of line. */
void tree_line(struct tree *tree);

/** Release. */
void tree_clear(struct tree *tree);

#endif
