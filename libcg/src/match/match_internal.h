/*
 * Shared by the ways of finding functions.
 */
#ifndef MATCH_MATCH_INTERNAL_H
#define MATCH_MATCH_INTERNAL_H

#include "match/match.h"

/** Most functions that match equally well and are examined further; if there are more, it is
 *  ambiguous. */
#define FOUND_LIMIT 4096u

/** Find functions with a linkage name, terminated. @return false when memory is exhausted */
bool match_linkage(struct matcher *m, const char *name);

/** What the function that runs the initialisers of a file has its name from: in g++ a function or
 *  variable of the file (`_GLOBAL__sub_I_main`), in clang the file (`_GLOBAL__sub_I_a.cc`).
 *  Initialisers with a priority have a function of their own (`_GLOBAL__sub_I.00101_main`).
 *
 *  @return the end of `name`; NULL if it names no such function */
const char *match_initialisers(const char *name);

/** Whether a name is clang's for such a function. */
bool match_is_initialisers(const char *name);

/** Replace a text by clang's name for such a function, terminated.
 *
 *  @param name any compiler's name for it, for its priority; NULL if it has none
 *  @param file the source file, with or without folders
 *  @return false when memory is exhausted */
bool match_put_initialisers(struct cg_text *out, const char *name, const char *file);

/** Find functions with a form of a demangled name. @return false when memory is exhausted */
bool match_form(struct matcher *m, const char *text, size_t length, enum names_form form);

/** Keep functions with the parameters of a readable name. @return false when memory is exhausted */
bool match_keep_parameters(struct matcher *m, const char *text, const struct spelling *parts);

/** Of overloads keep those with these parameters, if any has them: tools spell types in many ways.
 *  @return false when memory is exhausted */
bool match_keep_overloads(struct matcher *m, const char *name, const struct spelling *parts);

/** Whether a linkage name has an expression or value among the arguments of a template. Compilers
 *  mangle names in these differently, and not all encode the parameters (template_params.h). */
bool matcher_is_constrained(const char *name);

/** Find the names that other compilers give the instance of such a template. @return false when
 *  memory is exhausted */
bool matcher_find_constrained(struct matcher *m, const char *name);

/** The functions that were found in a way and with a text before, if they are many: NULL if they
 * were not. */
struct crowd *match_recall(struct matcher *m, char way, const char *text, size_t length);

/** Remember what was found after match_recall gave nothing. @param out receives NULL if they are
 * few
 *  @return false when memory is exhausted */
bool match_remember(struct matcher *m, struct crowd **out);

/** Find those of a crowd whose file matches best, and of many of these the ones at the place.
 *  @param others to find if no file matches @return false when memory is exhausted. O(found + log
 *  of the crowd) */
bool match_crowd(struct matcher *m, const struct match_query *query, const struct crowd *crowd,
                 const struct crowd_nodes *others);

/** Sort what was found, and drop what is repeated. */
void match_sort(struct matcher *m);

/** Rates a function: the greater the result, the better the match. */
typedef int match_judge(const struct matcher *m, const struct match_query *query, cg_node node);

/** How well the file matches: components, -1 not at all, 0 unknown. */
match_judge match_judge_file;
/** Whether the place of the query lies in the function. */
match_judge match_judge_place;

/** Keep those with the best rating. @return that rating */
int match_keep_best(struct matcher *m, const struct match_query *query, match_judge *judge);

#endif
