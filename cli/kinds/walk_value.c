/* Values of metadata, or the end. */
#include "kinds/cli_kinds.h"
#include "out_of_memory.h"

struct cg_value cli_walk_value(struct cg_metadata_walk *walk, const struct cg_graph *graph)
{
    const struct cg_value value = cg_metadata_walk_value(walk, graph);
    if (!value.text) {
        memory_end();
    }
    return value;
}
