/*
 * Turns a unit into a graph.
 */
#ifndef CGCOLLECT_RENDER_RENDER_H
#define CGCOLLECT_RENDER_RENDER_H

#include <libcg/graph.h>

#include "unit/unit.h"

/**
 * Make a graph from a unit, with the metadata kinds that it is collected for.
 *
 * @param out   receives an unfrozen graph; release with cg_graph_free
 * @param error may be NULL
 * @return an enum cg_status
 */
int unit_render(struct cg_graph **out, const struct unit *unit, struct cg_error *error);

#endif
