/*
 * What the pointer facts of a graph say of themselves, which must be known before they are read.
 */
#ifndef FACTS_FACT_SURVEY_H
#define FACTS_FACT_SURVEY_H

#include "points_to/solved_program.h"

struct fact_survey {
    bool typed; /**< they have types of functions, all of which come from sources */
};

/** @return whether any definition of a graph has pointer facts. O(nodes). */
bool facts_are_there(const struct cg_graph *graph);

/**
 * Look at all facts. In a graph in which other functions distinguish records, this removes the
 * facts of those that do not: their objects are not followed into fields, so they count as unread
 * code.
 *
 * @return CG_OK or CG_E_MEMORY. O(bytes of facts).
 */
int facts_survey(struct fact_survey *out, struct cg_graph *graph, struct cg_error *error);

#endif
