/* The strategy allocations: calls that allocate memory which may reach a set. */
#include "names/sets.h"
#include "verbs/instrument/instrument.h"

#include <stdlib.h>

/* A question: sets by node. */
struct asked {
    GArray *to; /* of cg_node */
    bool *allocators;
    struct cg_allocations about;
};

static int take_sets(struct asked *asked, struct query *query, const char *set)
{
    bool *to = g_new0(bool, cg_graph_node_count(query->graph) + 1);
    const struct options *options = &query->options;
    int code = query_set(to, query, set);
    asked->about = (struct cg_allocations)CG_ALLOCATIONS_INIT;
    if (code == CLI_OK) {
        asked->to = query_members(query, to);
        asked->about.to =
            (struct cg_function_set){(const cg_node *)asked->to->data, asked->to->len};
    }
    if (code == CLI_OK && options->allocators) {
        asked->allocators = g_new0(bool, cg_graph_node_count(query->graph) + 1);
        code = query_set(asked->allocators, query, options->allocators);
    }
    asked->about.allocators = asked->allocators;
    asked->about.returns = options->returns < 0 ? CG_NONE : (uint32_t)options->returns;
    if (code == CLI_OK && asked->to->len == 0) {
        cli_note("no function of %s is in '%s'", query->graph_name, set);
    }
    g_free(to);
    return code;
}

static int list_allocations(const struct instrumentation *about, const struct asked *asked,
                            struct cg_error *error)
{
    const struct cg_graph *graph = about->query->graph;
    struct cg_choose_options beyond = about->options;
    struct cg_allocation *allocations;
    size_t count, all;
    int status = cg_allocations(&allocations, &count, graph, &asked->about, &about->options, error);
    if (status) {
        return status;
    }
    g_array_append_vals(about->allocations, allocations, (guint)count);
    free(allocations);
    beyond.beyond = true;
    status = cg_allocations(&allocations, &all, graph, &asked->about, &beyond, error);
    if (!status) {
        *about->more += about->report ? all - count : 0;
        free(allocations);
    }
    return status;
}

int instrument_allocations(struct cg_choice **out, const struct instrumentation *about,
                           const char *set)
{
    struct query *query = about->query;
    struct asked asked = {0};
    struct cg_error error;
    int code = take_sets(&asked, query, set);
    int status = code == CLI_OK ? list_allocations(about, &asked, &error) : CG_OK;
    if (code == CLI_OK && !status) {
        status = cg_choose_allocations(out, query->graph, &asked.about, &about->options, &error);
    }
    if (asked.to) {
        g_array_unref(asked.to);
    }
    g_free(asked.allocators);
    return status ? query_fail(query, &error) : code;
}
