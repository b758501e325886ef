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
 * A lone child stands below its parent without deeper indentation. Lines are printed as they come,
 * in depth-first order; nothing is kept but how many children of each level are yet to come.
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

/** How many children what was printed last has; the lines that follow are theirs. None is allowed.
 */
void tree_open(struct tree *tree, size_t children);

/** Print what stands before the text of a line: of the next child that is yet to come, deepest
 *  first, or of another root. The text and the end of line are the caller's to print. */
void tree_line(struct tree *tree);

/** Release. */
void tree_clear(struct tree *tree);

#endif
