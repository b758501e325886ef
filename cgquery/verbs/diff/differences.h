/*
 * Two graphs of one program compared: what all forms of the answer of `diff` share.
 */
#ifndef CGQUERY_VERBS_DIFF_DIFFERENCES_H
#define CGQUERY_VERBS_DIFF_DIFFERENCES_H

#include "core/query.h"
#include "print/json.h"

#include <libcg/diff.h>

/** Of one direction: which functions lead to a library function in one graph alone. */
struct gains {
    struct cg_diff_gain *at;
    size_t count;
};

/** A function that many more, or many fewer, call. */
struct fan {
    cg_node node; /**< of the new graph */
    uint32_t before;
    uint32_t after;
};

/** What the answer is made of. Lists are limited to what --include has. */
struct differences {
    struct query *before; /**< the old graph */
    struct query *after;  /**< the new one */
    struct cg_diff *diff;
    struct gains gained;
    struct gains lost;
    GArray *fans; /**< of struct fan, in canonical order */
};

/** Whether a function of one graph is one to tell of: its counterpart counts too. */
bool diff_tells_old(const struct differences *d, cg_node node);
bool diff_tells_new(const struct differences *d, cg_node node);
/** Whether a call is: one of its ends is. */
bool diff_tells_old_call(const struct differences *d, cg_edge edge);
bool diff_tells_new_call(const struct differences *d, cg_edge edge);
/** Whether a cycle is: one of its functions is. */
bool diff_tells_cycle(const struct differences *d, const struct cg_diff_cycle *cycle);

/** The call of the old graph that one of the new was; CG_NONE: there was none. */
cg_edge diff_old_call(const struct differences *d, cg_edge edge);

/** Functions of the new graph that the old has too and that are told of, in canonical order.
 *  Release with g_free. */
cg_node *diff_common(const struct differences *d, uint32_t *count);

/* diff_open.c */

/** Gets an unresolved call that one graph alone has. */
typedef void open_change_function(struct query *query, cg_node node, const struct cg_site *site,
                                  void *data);

/** Go through the unresolved calls that only one graph has, whatever lines they are on: those of a
 *  function are told apart by all else, and of several alike the last are told.
 *  @param lost those of the old graph */
void diff_unresolved_calls(const struct differences *d, bool lost, open_change_function *each,
                           void *data);

/* diff_sections.c: the answer as lines of text */

/** A line, behind its sign: '+', '-', '~', or ' ' for what belongs to the line before. */
struct diff_line {
    char sign;
    char *text;
};

/** All lines of one sort. */
struct diff_section {
    const char *word;  /**< that lines begin with: "function" */
    const char *title; /**< "Functions" */
    GArray *lines;     /**< of struct diff_line */
    size_t added, gone, changed;
};

/** How many differences a section has. */
static inline size_t diff_section_count(const struct diff_section *section)
{
    return section->added + section->gone + section->changed;
}

enum { DIFF_SECTIONS = 8 };

/** Make all sections. Release with diff_sections_clear. */
void diff_sections(struct diff_section out[DIFF_SECTIONS], const struct differences *d);
void diff_sections_clear(struct diff_section sections[DIFF_SECTIONS]);

/** "+3 -2 ~1" of a section that has any. Release with g_free. */
char *diff_section_counts(const struct diff_section *section);

/* Forms of the answer; each returns CLI_OK or CLI_TROUBLE, told. */
int diff_print_text(const struct differences *d, const struct diff_section *sections);
int diff_print_markdown(const struct differences *d, const struct diff_section *sections);
int diff_print_json(const struct differences *d, const struct diff_section *sections);
int diff_print_dot(const struct differences *d, const struct diff_section *sections);

#endif
