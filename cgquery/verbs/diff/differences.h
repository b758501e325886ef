/*
 * Two graphs of one program compared: what all forms of the answer of `diff` share.
 */
#ifndef CGQUERY_VERBS_DIFF_DIFFERENCES_H
#define CGQUERY_VERBS_DIFF_DIFFERENCES_H

#include "core/cgquery.h"
#include "print/graph_json.h"

#include <libcg/diff.h>

/** A function with many more, or many fewer, callers. */
struct fan {
    cg_node node; /**< of the new graph */
    uint32_t before;
    uint32_t after;
};

/** The parts of the answer. Lists are limited to --include. */
struct differences {
    struct query *before; /**< the old graph */
    struct query *after;  /**< the new one */
    struct cg_diff *diff;
    struct cg_diff_gains
        *gained; /**< functions that lead to a library function in only one graph */
    struct cg_diff_gains *lost;
    GArray *fans; /**< of struct fan, in canonical order */
};

/** Whether to show a function of one graph; its counterpart counts too. */
bool diff_shows_old(const struct differences *d, cg_node node);
bool diff_shows_new(const struct differences *d, cg_node node);
/** Whether to show a call: if one of its ends is shown. */
bool diff_shows_old_call(const struct differences *d, cg_edge edge);
bool diff_shows_new_call(const struct differences *d, cg_edge edge);
/** Whether to show a cycle: if one of its functions is shown. */
bool diff_shows_cycle(const struct differences *d, const struct cg_diff_cycle *cycle);

/** The old graph's call for a call of the new one; CG_NONE: none. */
cg_edge diff_old_call(const struct differences *d, cg_edge edge);

/** Functions to show that both graphs have, in the new graph's canonical order. Release with
 *  g_free. */
cg_node *diff_common(const struct differences *d, uint32_t *count);

/* diff_open.c */

/** Receives an unresolved call that only one graph has. */
typedef void open_change_function(struct query *query, cg_node node, const struct cg_site *site,
                                  void *data);

/** Visit the unresolved calls that only one graph has, whatever their lines: within a function they
 *  are matched by everything else, and of equal ones the last are visited.
 *  @param lost those of the old graph */
void diff_unresolved_calls(const struct differences *d, bool lost, open_change_function *each,
                           void *data);

/* diff_sections.c: the answer as lines of text */

/** A line after its sign: '+', '-', '~', or ' ' for a continuation of the line before. */
struct diff_line {
    char sign;
    char *text;
};

/** All lines of one kind. */
struct diff_section {
    const char *word;  /**< first word of its lines: "function" */
    const char *title; /**< "Functions" */
    GArray *lines;     /**< of struct diff_line */
    size_t added, gone, changed;
};

/** The number of differences in a section. */
static inline size_t diff_section_count(const struct diff_section *section)
{
    return section->added + section->gone + section->changed;
}

enum { DIFF_SECTIONS = 8 };

/** Make all sections. Release with diff_sections_clear. */
void diff_sections(struct diff_section out[DIFF_SECTIONS], const struct differences *d);
void diff_sections_clear(struct diff_section sections[DIFF_SECTIONS]);

/** "+3 -2 ~1" for a section that is not empty. Release with g_free. */
char *diff_section_counts(const struct diff_section *section);

/* Print a form of the answer. Each returns CLI_OK, or CLI_TROUBLE after reporting an error. */
int diff_print_text(const struct differences *d, const struct diff_section *sections);
int diff_print_markdown(const struct differences *d, const struct diff_section *sections);
int diff_print_json(const struct differences *d, const struct diff_section *sections);
int diff_print_dot(const struct differences *d, const struct diff_section *sections);

#endif
