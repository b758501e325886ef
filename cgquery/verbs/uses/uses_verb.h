/*
 * What the files of `cgquery uses` share.
 */
#ifndef CGQUERY_VERBS_USES_USES_VERB_H
#define CGQUERY_VERBS_USES_USES_VERB_H

#include "uses/entities_named.h"

/** A line of an answer: a use of what was asked for, or of a field of it. */
struct answer_line {
    const struct entity_use *use;
    uint32_t member; /**< the field that is used, ENTITY_NONE: the thing itself */
};

/** The uses of something. */
struct answer {
    uint32_t entity;
    GArray *lines;    /**< of struct answer_line, by file, line and user */
    size_t functions; /**< number of functions among the users */
    size_t others;    /**< number of definitions among them */
};

/** An answer. */
struct answers {
    struct query *query;
    struct uses *uses;
    GArray *answers; /**< of struct answer */
};

void uses_print_text(const struct answers *answers);
void uses_print_json(const struct answers *answers);

#endif
