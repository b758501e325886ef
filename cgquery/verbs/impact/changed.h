/*
 * Maps changed lines to the functions that contain them.
 */
#ifndef CGQUERY_VERBS_IMPACT_CHANGED_H
#define CGQUERY_VERBS_IMPACT_CHANGED_H

#include "core/cgquery.h"
#include "names/function_places.h"
#include "verbs/impact/dependents.h"
#include "verbs/impact/diff_lines.h"

/** Which side of the change the graph's places refer to. */
enum side {
    SIDE_OLD, /**< lines before the change */
    SIDE_NEW, /**< lines after it */
    SIDE_ANY, /**< unknown, and it matters */
};

/** Lines on the graph's side; on any side if that is unknown. */
struct line_range {
    uint32_t first;
    uint32_t last; /**< first - 1: none; lines were removed or added before `first` */
};

/** A changed function. */
struct changed_function {
    cg_node node;
    GArray *ranges; /**< of struct line_range, in text order (line order if the side is unknown);
                         none: it was named */
};

/** Changed lines outside of all functions in the graph. */
struct changed_place {
    const char *file; /**< the graph's name, or the text's if the graph does not have the file */
    bool in_graph;    /**< whether the graph has functions of the file */
    bool binary;
    struct line_range range; /**< all zero if lines are not distinguished: the file is not in the
                                  graph */
    uint32_t added;          /**< lines added */
    uint32_t removed;        /**< lines removed */
    const char *heading;     /**< of the hunk, or NULL */
};

/** All changes. */
struct changed {
    GArray *functions;  /**< of struct changed_function, in canonical order */
    GArray *places;     /**< of struct changed_place, in order of the text */
    GArray *entities;   /**< of struct changed_entity, in order of the text */
    GArray *dependents; /**< of struct dependent: functions that use these, in canonical order */
    struct uses *uses;  /**< what the graph knows of uses; NULL: not needed */
    struct function_places *where; /**< has names of files; NULL: not needed */
    GArray *lines;                 /**< of struct file_change: the operands that are lines */
    GArray *files; /**< of struct file_change: the parsed text, from which strings are borrowed;
                        NULL: none was read */
    GString *text; /**< the text, or NULL */
    enum side side;
};

/**
 * Find the changed functions: those of the query's selections, and those with lines among the
 * operands or in a diff; and the functions that depend on definitions with such lines. Two
 * paths are the same file if the shorter one's components end the longer one. A path that may be
 * several files counts as all of them, with a note. If it is unknown which side of the change the
 * graph has, and the functions differ, both sides count.
 *
 * @param out  release with changed_clear in any case
 * @param path of the text, "-" for standard input; NULL: there is none
 * @return CLI_OK, or CLI_TROUBLE after reporting an error
 */
int changed_find(struct changed *out, struct query *query, const char *path);

void changed_clear(struct changed *changed);

/* changed_side.c */

/** A file of the diff that is, or may be, a file of the graph. */
struct mapped {
    const struct file_change *change;
    const char *file;
    const GArray *functions;
};

/**
 * Find out which side of a diff the graph has: from --side, else from lines that begin or end
 * functions, hunk headings (which git takes from the old side) and file names.
 *
 * @param files of struct file_change
 * @return SIDE_ANY if there is little evidence, or as much against it. O(lines of hunks)
 */
enum side changed_side(struct query *query, const struct function_places *places,
                       const GArray *files);

#endif
