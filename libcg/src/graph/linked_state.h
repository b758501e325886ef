/*
 * How a graph was linked: the metadata CG_KEY_LINKED, decoded.
 */
#ifndef GRAPH_LINKED_STATE_H
#define GRAPH_LINKED_STATE_H

#include "graph/graph_facts.h"

#include <libcg/link.h>

/** With either of these, loaded code names nothing of the program. */
#define PROMISE_LOADED_CODE (CG_PROMISE_NO_LOADED_CODE | CG_PROMISE_LOADED_CODE_COLLECTED)

/** Check CG_KEY_LINKED. @param error `text` continues after the key: "is not an object"
 *  @return CG_OK or CG_E_FORMAT */
int linked_check(const struct cg_value *object, struct cg_error *error);

#endif
