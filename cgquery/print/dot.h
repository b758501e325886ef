/*
 * Writing drawings for Graphviz, in the DOT language. All texts are escaped here.
 */
#ifndef CGQUERY_PRINT_DOT_H
#define CGQUERY_PRINT_DOT_H

#include <stdint.h>
#include <stdio.h>

/** How something looks; what is NULL is as the drawing has it. Colours and styles are words of
 *  Graphviz, such as "#1a7f37" and "dashed". */
struct dot_look {
    const char *color;   /**< of the line, and of the text */
    const char *fill;    /**< of the inside of a node */
    const char *style;   /**< of the line; a node with `fill` is filled besides */
    const char *shape;   /**< of a node */
    const char *tooltip; /**< shown where the mouse is */
};

/** Begin a drawing that goes from left to right, of boxes. @param title shown above it, or NULL */
void dot_open(FILE *out, const char *name, const char *title);
/** End it. */
void dot_close(FILE *out);

/** Begin a frame around nodes. @param number one for each frame of the drawing */
void dot_cluster_open(FILE *out, uint32_t number, const char *label);
/** End it. Frames may stand in frames. */
void dot_cluster_close(FILE *out);

/** Write a node. @param number one for each node of the drawing @param look may be NULL */
void dot_node(FILE *out, uint32_t number, const char *label, const struct dot_look *look);

/** Write an edge. @param label NULL: none @param look may be NULL */
void dot_edge(FILE *out, uint32_t from, uint32_t to, const char *label,
              const struct dot_look *look);

#endif
