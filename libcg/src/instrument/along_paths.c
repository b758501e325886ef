/* The strategy paths: functions on the ways to a set. */
#include "instrument/ground.h"

#include "query/common/query_internal.h"

#include <libcg/site.h>

#include <stdlib.h>

/* Where paths lead: the set, and what may call more than is known. */
static int find_ends(cg_node **out, size_t *count, const struct ground *ground,
                     const struct cg_function_set *to, struct cg_error *error)
{
    cg_node *ends = NULL;
    int status = cg_query_allocate(&ends, (size_t)ground->nodes + to->count, sizeof *ends, error);
    if (status) {
        return status;
    }
    *count = 0;
    for (size_t i = 0; i < to->count; i++) {
        ends[(*count)++] = to->nodes[i];
    }
    for (cg_node node = 0; ground->options.beyond && node < ground->nodes; node++) {
        if (cg_site_count(ground->graph, node, CG_KEY_UNRESOLVED_CALLS) > 0) {
            ends[(*count)++] = node;
        }
    }
    *out = ends;
    return CG_OK;
}

static int choose_on_paths(struct cg_choice *choice, const struct ground *ground,
                           const struct cg_function_set *to, struct cg_error *error)
{
    cg_node *ends = NULL;
    size_t count = 0;
    uint32_t *distance = NULL;
    int status = find_ends(&ends, &count, ground, to, error);
    if (!status) {
        status = cg_query_allocate(&distance, ground->nodes, sizeof *distance, error);
    }
    if (!status) {
        status = cg_search(distance, ground->graph, &(struct cg_function_set){ends, count},
                           CG_CALLERS, CG_NONE, error);
    }
    for (cg_node node = 0; node < ground->nodes && !status; node++) {
        struct cg_chosen chosen = {
            .node = node, .why = CG_CHOSEN_PATH, .value = distance[node], .because = CG_NONE};
        if (ground->can[node] && distance[node] != CG_NONE) {
            status = choice_add(choice, &chosen, error);
        }
    }
    free(distance);
    free(ends);
    return status;
}

int cg_choose_paths(struct cg_choice **out, const struct cg_graph *graph,
                    const struct cg_function_set *to, const struct cg_choose_options *options,
                    struct cg_error *error)
{
    struct ground ground = {0};
    struct cg_choice *choice = NULL;
    int status = choice_new(&choice, error);
    status = status ? status : ground_lay(&ground, graph, options, error);
    status = status ? status : cg_query_check_nodes(graph, to->nodes, to->count, error);
    status = status ? status : ground_choose_entries(choice, &ground, error);
    status = status ? status : choose_on_paths(choice, &ground, to, error);
    ground_clear(&ground);
    return choice_finish(out, choice, status, error);
}
