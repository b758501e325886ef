/* Merging many graphs into one that is not read in between. */
#include "base/error.h"
#include "graph/graph.h"
#include "unite/merge_graph.h"

#include <stdlib.h>

struct cg_merger {
    struct cg_graph *whole;
    struct cg_merge_options options;
    struct pending pending; /**< values on the whole graph */
};

int cg_merger_new(struct cg_merger **out, const struct cg_merge_options *options,
                  struct cg_error *error)
{
    struct cg_merge_options own;
    int status = merge_options(&own, options, error);
    struct cg_merger *merger = status ? NULL : calloc(1, sizeof *merger);
    if (!merger) {
        return status ? status : cg_fail_memory(error);
    }
    merger->options = own;
    status = cg_graph_new(&merger->whole, error);
    if (status) {
        free(merger);
        return status;
    }
    *out = merger;
    return CG_OK;
}

int cg_merger_add(struct cg_merger *merger, const struct cg_graph *from, struct cg_error *error)
{
    if (!merger->whole) {
        return cg_fail(error, CG_E_STATE, "the merge is finished");
    }
    return merge_graph(merger->whole, from, merger->options.registry, &merger->pending, error);
}

static int set_value(struct cg_graph *graph, const struct pending_key *key, struct cg_error *error)
{
    struct cg_pool *pool = &graph->pool;
    uint32_t name = cg_pool_intern(pool, key->name, strlen(key->name));
    uint32_t value = cg_pool_intern(pool, key->values[0].text, key->values[0].length);
    bool ok = name != CG_NO_STRING && value != CG_NO_STRING &&
              graph_set_attribute(graph, CG_ON_GRAPH, 0,
                                  name | (key->outside ? ATTRIBUTE_OUTSIDE : 0), value);
    return ok ? CG_OK : cg_fail_memory(error);
}

int cg_merger_finish(struct cg_graph **out, struct cg_merger *merger, struct cg_error *error)
{
    if (!merger->whole) {
        return cg_fail(error, CG_E_STATE, "the merge is finished");
    }
    int status = pending_finish(&merger->pending, error);
    for (size_t i = 0; i < merger->pending.count && !status; i++) {
        status = set_value(merger->whole, &merger->pending.keys[i], error);
    }
    status = status ? status : merge_finish(merger->whole, &merger->options, error);
    if (!status) {
        pending_free(&merger->pending);
        *out = merger->whole;
        merger->whole = NULL;
    }
    return status;
}

void cg_merger_free(struct cg_merger *merger)
{
    if (merger) {
        cg_graph_free(merger->whole);
        pending_free(&merger->pending);
        free(merger);
    }
}
