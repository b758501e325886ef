/*
 * A drawing of a few calls: what answers are made of.
 */
#ifndef CGQUERY_PRINT_DRAWING_SKETCH_H
#define CGQUERY_PRINT_DRAWING_SKETCH_H

#include "names/chosen_functions.h"
#include "print/drawing/drawing.h"

/** Calls and functions that are collected, each once, and then drawn. */
struct sketch {
    struct query *query;
    bool *nodes; /**< by node: drawn */
    bool *asked; /**< by node: asked about */
    GArray *edges;
    bool *edge_is_in;   /**< by edge */
    GArray *unresolved; /**< of struct sketch_unresolved */
    GArray *possible;   /**< of struct sketch_possible */
    char *title;
};

/** The unresolved calls of a function. */
struct sketch_unresolved {
    cg_node node;
    char *text;  /**< of the first: "a.c:12:3 pointer" */
    char *label; /**< "a.c:12"; NULL: it has no place */
};

/** A call that nobody can exclude, from or to a function; CG_NONE is code that was not collected.
 */
struct sketch_possible {
    cg_node from;
    cg_node to;
    bool from_unresolved; /**< from the unresolved calls of the function */
};

/** @param title taken over */
void sketch_init(struct sketch *out, struct query *query, char *title);
void sketch_clear(struct sketch *sketch);

/** Add functions that are asked about. */
void sketch_ask(struct sketch *sketch, const struct selection *selection);
void sketch_function(struct sketch *sketch, cg_node node);
void sketch_calls(struct sketch *sketch, const cg_edge *edges, size_t count);
/** Add the unresolved calls of a function. Only the first text stays. */
void sketch_unresolved(struct sketch *sketch, cg_node node, const struct cg_site *site);
void sketch_possible(struct sketch *sketch, cg_node from, cg_node to, bool from_unresolved);

/** Write it to standard output. @param format "dot" or "mermaid" @return CLI_OK or CLI_TROUBLE */
int sketch_draw(const struct sketch *sketch, const char *format);

/** Whether --format asks for a drawing. */
bool sketch_is_asked(const struct options *options);

/** Check --format of a verb that answers in text, JSON, or as a drawing. @return CLI_OK or
 *  CLI_TROUBLE, reported */
int sketch_check(const struct options *options);

/** What such a verb's --format takes. */
extern const char *const sketch_formats[];
#define SKETCH_FORMAT_HELP "Answer in text (default), or draw the answer: dot or mermaid"

#endif
