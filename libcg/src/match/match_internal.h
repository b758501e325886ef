/*
 * What the ways of finding functions share.
 */
#ifndef MATCH_MATCH_INTERNAL_H
#define MATCH_MATCH_INTERNAL_H

#include "match/match.h"

/** So many functions of one name are looked at; where there are more, it is ambiguous. */
#define FOUND_LIMIT 65536u

/** Find those that have a linkage name, terminated. @return false when memory is out */
bool match_linkage(struct matcher *m, const char *name);

/** Find those that have a form of a demangled name. @return false when memory is out */
bool match_form(struct matcher *m, const char *text, size_t length, enum names_form form);

/** Keep functions whose parameters are those of a readable name.
 *  @return false when memory is out */
bool match_keep_parameters(struct matcher *m, const char *text, const struct spelling *parts);

/** Of overloads keep those that have the parameters, if any does: tools spell types in many ways.
 *  @return false when memory is out */
bool match_keep_overloads(struct matcher *m, const char *name, const struct spelling *parts);

/** Whether a linkage name has an expression or value among the arguments of a template. Compilers
 *  resolve names in such otherwise, and not all tell of parameters (declared.h). */
bool matcher_is_constrained(const char *name);

/** Find what other compilers call the instance of such a template. @return false when memory is out
 */
bool matcher_find_constrained(struct matcher *m, const char *name);

/** Looks at a function: the greater what it returns the better it fits. */
typedef int match_judge(const struct matcher *m, const struct match_query *query, cg_node node);

/** How well the file agrees: components, -1 not at all, 0 not known. */
match_judge match_judge_file;
/** Whether the place of the query lies in the function. */
match_judge match_judge_place;

/** Keep those that a judge likes best. @return how much that is */
int match_keep_best(struct matcher *m, const struct match_query *query, match_judge *judge);

#endif
