/*
 * Drawings of functions and calls, for Graphviz or Mermaid, with a legend of what is in them.
 */
#ifndef CGQUERY_PRINT_DRAWING_DRAWING_H
#define CGQUERY_PRINT_DRAWING_DRAWING_H

#include "print/drawing/heat.h"

enum drawing_language { DRAWING_DOT, DRAWING_MERMAID };

/** How a box looks, and what the legend has. */
enum drawn_box {
    BOX_FUNCTION,
    BOX_ASKED, /**< asked about */
    BOX_NOT_COLLECTED,
    BOX_UNRESOLVED, /**< what the unresolved calls of a function may call */
    BOX_OUTSIDE,    /**< all code that was not collected */
    BOX_COUNT,
};

/** How a line looks, and what the legend has. */
enum drawn_line {
    LINE_DIRECT,
    LINE_IMPLICIT,
    LINE_VIRTUAL,
    LINE_POINTER,
    LINE_CALLBACK,
    LINE_CANDIDATE,
    LINE_POSSIBLE, /**< a call that nobody can exclude */
    LINE_COUNT,
};

/** A drawing that is being written. */
struct drawing {
    FILE *out;
    enum drawing_language language;
    const struct heat *heat; /**< colours of functions; NULL: none */
    unsigned frames;         /**< that were opened */
    unsigned indent;         /**< frames that are open */
    uint32_t lines;          /**< that were drawn */
    bool boxes_used[BOX_COUNT];
    GString *lines_used[LINE_COUNT]; /**< numbers of the lines; NULL: there are none */
    bool heat_lacks;                 /**< a function without a value was drawn */
};

/** A box. */
struct drawn {
    enum drawn_box box;
    uint32_t number; /**< one for each function; of BOX_UNRESOLVED, that of the function */
};

/** Begin a drawing. @param title shown above it, or NULL @param heat may be NULL */
void drawing_open(struct drawing *out, FILE *stream, enum drawing_language language,
                  const char *title, const struct heat *heat);

/** Write the legend, and end the drawing. */
void drawing_close(struct drawing *drawing);

/** Begin a frame around boxes. */
void drawing_frame_open(struct drawing *drawing, const char *label);
void drawing_frame_close(struct drawing *drawing);

/** Write the box of a function. @param node whose value decides the colour @param tooltip shown
 * where the mouse is */
void drawing_function(struct drawing *drawing, struct drawn box, cg_node node, const char *name,
                      const char *tooltip);

/** Write another box: BOX_UNRESOLVED or BOX_OUTSIDE. */
void drawing_box(struct drawing *drawing, struct drawn box, const char *tooltip);

/** Write a line. @param label NULL: none */
void drawing_line(struct drawing *drawing, struct drawn from, struct drawn to, enum drawn_line line,
                  const char *label);

/** How a call is drawn: by the kind that says most of how sure it is; without kinds it is direct.
 */
enum drawn_line drawing_line_of(const struct cg_graph *graph, cg_edge edge);

#endif
