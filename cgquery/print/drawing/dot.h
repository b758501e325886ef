/*
 * Writes drawings for Graphviz in the DOT language. Escapes all texts.
 */
#ifndef CGQUERY_PRINT_DRAWING_DOT_H
#define CGQUERY_PRINT_DRAWING_DOT_H

#include <stdint.h>
#include <stdio.h>

/** The look of an object; NULL members have the drawing's default. Colours and styles are Graphviz
 *  words, such as "#1a7f37" and "dashed". */
struct dot_look {
    const char *color;      /**< of the line, and of the text */
    const char *text_color; /**< of the text, where that is another */
    const char *fill;       /**< of the inside of a node */
    const char *style;      /**< of the line; a node with `fill` is filled besides */
    const char *shape;      /**< of a node */
    const char *arrow;      /**< of an edge */
    const char *tooltip;    /**< shown where the mouse is */
};

/** Begin a drawing of boxes from left to right.
 *  @param title shown above it, or NULL */
void dot_open(FILE *out, const char *name, const char *title);
/** End the drawing. */
void dot_close(FILE *out);

/** Begin a frame around nodes.
 *  @param number one for each frame of the drawing */
void dot_cluster_open(FILE *out, uint32_t number, const char *label);
/** End the frame. Frames may be nested. */
void dot_cluster_close(FILE *out);

/** Write a node. @param id one for each node of the drawing: a letter and a number @param look may
 * be NULL */
void dot_node(FILE *out, const char *id, const char *label, const struct dot_look *look);

/** A row of dot_scale. */
struct dot_row {
    const char *text;
    const char *fill;       /**< NULL: none */
    const char *text_color; /**< NULL: as it is */
};

/** Write an edge between nodes. @param label NULL: none @param look may be NULL */
void dot_edge(FILE *out, const char *from, const char *to, const char *label,
              const struct dot_look *look);

/* Legends: what a drawing has, each thing once. */

struct dot_legend {
    FILE *out;
    unsigned count; /**< things in it */
};

/** Begin a legend: a frame. @param frame its number */
void dot_legend_open(struct dot_legend *legend, FILE *out, uint32_t frame);
void dot_legend_close(struct dot_legend *legend);
void dot_legend_node(struct dot_legend *legend, const char *text, const struct dot_look *look);
void dot_legend_edge(struct dot_legend *legend, const char *text, const struct dot_look *look);
void dot_legend_rows(struct dot_legend *legend, const struct dot_row *rows);

#endif
