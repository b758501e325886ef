/*
 * The kind `entryFunction`: `main` is the program's entry point.
 */
#include "metadata/functions/function_kinds.h"

/* A program has one; in merged graphs of several programs, the first by file is recorded. */
static int write_entry_function(const struct rendering *r, struct cg_error *error)
{
    (void)error;
    unit_id id = unit_find(r->unit, "main");
    const struct unit_function *function = id == UNIT_NONE ? NULL : unit_function_at(r->unit, id);
    if (function && function->defined && function->linkage != CG_LINKAGE_INTERNAL) {
        cg_graph_set_entry(r->graph, r->nodes[id]);
    }
    return CG_OK;
}

const struct collected_kind kind_entry_function = {
    .key = CG_KEY_ENTRY_FUNCTION,
    .description = "entry point of the program: main, in the file that defines it",
    .places = CG_ON_GRAPH,
    .always = true,
    .write = write_entry_function,
};
