/*
 * From changed lines to the functions they are in.
 */
#ifndef CGQUERY_VERBS_IMPACT_CHANGED_H
#define CGQUERY_VERBS_IMPACT_CHANGED_H

#include "core/function_places.h"
#include "core/query.h"
#include "verbs/impact/diff_lines.h"

/** Which lines the places in the graph are. */
enum side {
    SIDE_OLD, /**< those before the change */
    SIDE_NEW, /**< those after it */
    SIDE_ANY, /**< not known which, and it matters */
};

/** Lines of the side the graph is of; of any side when that is not known. */
struct line_range {
    uint32_t first;
    uint32_t last; /**< first - 1: none; lines were taken out, or came, before `first` */
};

/** A function that changed. */
struct changed_function {
    cg_node node;
    GArray *ranges; /**< of struct line_range, in order of the text (of lines when the side is not
                         known); none: it was named */
};

/** Changed lines that are in no function of the graph. */
struct changed_place {
    const char *file; /**< as the graph has it, or as the text has it when the graph has not */
    bool in_graph;    /**< whether the graph has functions of the file */
    bool binary;
    struct line_range range; /**< all zero when lines are not told apart: the file is not in the
                                graph */
    uint32_t added;          /**< lines that came */
    uint32_t removed;        /**< lines that were taken out */
    const char *heading;     /**< of the hunk, or NULL */
};

/** What changed. */
struct changed {
    GArray *functions; /**< of struct changed_function, in canonical order */
    GArray *places;    /**< of struct changed_place, in order of the text */
    GArray *files;     /**< of struct file_change: what was read, which strings are borrowed from;
                            NULL: nothing was */
    GString *text;     /**< what it was read from, or NULL */
    enum side side;
};

/**
 * Find the functions that changed: those of the query's selections, and those whose lines a text
 * tells of. Files are the same when all components of the shorter path are the last of the longer;
 * a file that may be several is taken for all of them, and that is noted. When nothing tells which
 * side of the change the graph is of, and the functions are not the same, they are those of both.
 *
 * @param out  release with changed_clear in any case
 * @param path of the text, "-" for standard input; NULL: there is none
 * @return CLI_OK or CLI_TROUBLE, told
 */
int changed_find(struct changed *out, struct query *query, const char *path);

void changed_clear(struct changed *changed);

/* changed_side.c */

/** One file of the text that is, or may be, one of the graph. */
struct mapped {
    const struct file_change *change;
    const char *file;
    const GArray *functions;
};

/**
 * Which side of a text a graph is of: as --side says; else as lines that begin or end functions,
 * headings of hunks, which git takes of the old side's lines, and names of files tell.
 *
 * @param files of struct file_change
 * @return SIDE_ANY when little or nothing tells, or as much speaks against it. O(lines of hunks)
 */
enum side changed_side(struct query *query, const struct function_places *places,
                       const GArray *files);

#endif
