/*
 * Finds the functions that the user means.
 *
 * NAME is, first match wins:
 *   a linkage name;
 *   another linkage name of the function, as constructors and thunks have;
 *   a demangled name with or without parameters, white space ignored;
 *   a glob with * ? [ ] over linkage and demangled names, with and without parameters.
 * FILE:NAME does the same among the functions of a file. FILE is the whole path or its last
 * components, or "?" for functions whose file is unknown. FILE:LINE is the function around a line
 * (line_names.h).
 * Anything else that is more than a name is a set (libcg/select.h).
 */
#ifndef CGQUERY_NAMES_CHOSEN_FUNCTIONS_H
#define CGQUERY_NAMES_CHOSEN_FUNCTIONS_H

#include "core/cgquery.h"

/** The functions that a word means. */
struct selection {
    const char *pattern; /**< as typed */
    cg_node *nodes;      /**< canonical order */
    size_t count;
    char **absent;       /**< names that are of no function of the graph; NULL: `nodes` are of it */
    char **absent_notes; /**< a note about each */
};

/**
 * Find the functions that a pattern means. Reports an error if there are none, or if a plain name
 * means several different functions.
 *
 * @param out receives the functions; release with selection_clear
 * @return CLI_OK or CLI_TROUBLE
 */
int query_select(struct selection *out, struct query *query, const char *pattern);

/** Translate functions of the whole graph to those of its part (query_limit). If none is left,
 *  reports that and clears the selection. @return CLI_OK or CLI_TROUBLE */
int selection_take_part(struct selection *selection, struct query *query);

/** The functions that a name or glob means, without reporting errors. @return an array of cg_node,
 *  to be released with g_array_unref */
GArray *select_named(struct query *query, const char *name);

/** The error text for a name that means nothing. Release with g_free. */
char *select_not_found(struct query *query, const char *name);

/** Whether a name has an arrow of a rule in it, which lacks white space then. */
bool select_has_arrow(const char *name);

/** Whether a pattern is a name or glob, of any file, that means no function of the graph. */
bool select_is_absent(struct query *query, const char *pattern);

/** Whether the program may call a function that its graph does not have by this name: a C++ name
 *  has several spellings, headers rename functions of C, and cgcollect leaves out calls of the
 *  compiler's runtime.
 *  @return NULL if not, else what to add to a message, maybe empty; release with g_free. O(n) */
char *absence_doubt(struct query *query, const char *name);

/** Whether some function is of a file, given by the end of its path. */
bool select_has_file(const struct query *query, const char *file);

/** Release what a selection holds. */
void selection_clear(struct selection *selection);

/** A function that is in both selections, or CG_NONE. */
cg_node selection_common(const struct selection *a, const struct selection *b);

/** A selection in a sentence: the function's name, or "any of N functions matching 'PATTERN'".
 *  Release with g_free. */
char *selection_text(struct query *query, const struct selection *selection);

/* match.c */

/** Whether a whole text matches a glob. O(pattern * text), without recursion. */
bool match_glob(const char *pattern, const char *text, size_t length);

/** Whether a pattern has characters that are special in a glob. */
bool match_is_glob(const char *pattern);

/** Whether two texts are equal except for white space. */
bool match_spaceless(const char *pattern, const char *text, size_t length);

/** Whether a path is `file` or ends with its components; NULL is the path "?". */
bool match_file(const char *file, size_t file_length, const char *path);

/** The next single colon ("::" does not count), or NULL. */
const char *match_colon(const char *text);

/** Whether a NAME means exactly one function, and so is accepted. */
bool query_means_one(struct query *query, const char *name);

/* suggest.c */

/**
 * Names similar to one that was not found, best first.
 *
 * @param file NULL, or the file to stay in, ending at file_length
 * @return ", " separated, or NULL if nothing is close; release with g_free
 */
char *query_suggest(struct query *query, const char *name, const char *file, size_t file_length);

/** The file whose last component is most similar to that of an unknown one: that component, or the
 *  whole path if `file` has directories; NULL if none is similar. Release with g_free. */
char *query_suggest_file(const struct query *query, const char *file, size_t length);

/** The edit distance of two texts; G_MAXUINT: not similar. */
unsigned suggest_score(const char *wanted, const char *text, size_t length);

#endif
