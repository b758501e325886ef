/*
 * The kind `pointerFacts`: attaches the facts of each function to its node, and those of data to
 * the graph.
 */
#include "metadata/calls/call_kinds.h"

#include <libcg/link.h>

#include "unit/unit_facts.h"

/** Where facts are written. */
struct writing {
    const struct rendering *rendering;
    struct cg_error *error;
};

static int put_facts(unit_id owner, const char *text, size_t length, void *data)
{
    const struct writing *w = data;
    bool outside = owner == UNIT_NONE;
    return cg_metadata_set(w->rendering->graph, outside ? CG_ON_GRAPH : CG_ON_NODE,
                           outside ? 0 : w->rendering->nodes[owner], CG_KEY_POINTER_FACTS,
                           &(struct cg_value){text, length}, w->error);
}

static int write_pointer_facts(const struct rendering *r, struct cg_error *error)
{
    struct writing writing = {r, error};
    return facts_visit_all(r->unit->facts, put_facts, &writing);
}

const struct collected_kind kind_pointer_facts = {
    .key = CG_KEY_POINTER_FACTS,
    .description = "what pointers may point to, for resolving calls when linking",
    .places = CG_ON_NODE | CG_ON_GRAPH,
    .always = true,
    .write = write_pointer_facts,
};
