#include "filter.h"

#include <libcg/file.h>
#include <libcg/select.h>

#include <stdio.h>
#include <stdlib.h>

enum { NOT_ASKED = CG_UNKNOWN + 1 };

struct filter {
    struct cg_graph *graph;
    cg_node *targets;
    size_t target_count;
    unsigned char *answers; /* by node: enum cg_answer, or NOT_ASKED */
};

/* The targets, as a set of the selection language says them. */
static int find_targets(struct filter *filter, const char *text, struct cg_error *error)
{
    uint32_t count = cg_graph_node_count(filter->graph);
    struct cg_selector *selector = NULL;
    bool *selected = calloc(count + 1, sizeof *selected);
    filter->targets = calloc(count + 1, sizeof *filter->targets);
    int status = selected && filter->targets ? CG_OK : CG_E_MEMORY;
    status = status ? status : cg_selector_new(&selector, filter->graph, NULL, error);
    status = status ? status : cg_select(selected, selector, text, error);
    for (cg_node node = 0; !status && node < count; node++) {
        if (selected[node]) {
            filter->targets[filter->target_count++] = node;
        }
    }
    if (!status && !filter->target_count) { /* misspelt: nothing would ever lead there */
        snprintf(error->text, sizeof error->text, "no function is in '%s'", text);
        status = CG_E_ARGUMENT;
    }
    cg_selector_free(selector);
    free(selected);
    return status;
}

/* One search against the calls finds all functions for which the answer is yes. */
static int find_yes(struct filter *filter, struct cg_error *error)
{
    uint32_t count = cg_graph_node_count(filter->graph);
    uint32_t *distance = calloc(count + 1, sizeof *distance);
    filter->answers = malloc(count + 1);
    int status = distance && filter->answers ? CG_OK : CG_E_MEMORY;
    status = status ? status
                    : cg_search(distance, filter->graph,
                                &(struct cg_function_set){filter->targets, filter->target_count},
                                CG_CALLERS, CG_NONE, error);
    for (cg_node node = 0; !status && node < count; node++) {
        filter->answers[node] = distance[node] == CG_NONE ? NOT_ASKED : CG_YES;
    }
    free(distance);
    return status;
}

int filter_open(struct filter **out, const char *path, const char *targets, struct cg_error *error)
{
    struct filter *filter = calloc(1, sizeof *filter);
    int status = filter ? cg_read_file(&filter->graph, path, NULL, error) : CG_E_MEMORY;
    status = status ? status : cg_graph_freeze(filter->graph, error);
    status = status ? status : find_targets(filter, targets, error);
    status = status ? status : find_yes(filter, error);
    if (status) {
        filter_close(filter);
        return status;
    }
    *out = filter;
    return CG_OK;
}

void filter_close(struct filter *filter)
{
    if (filter) {
        cg_graph_free(filter->graph);
        free(filter->targets);
        free(filter->answers);
        free(filter);
    }
}

const struct cg_graph *filter_graph(const struct filter *filter)
{
    return filter->graph;
}

/* That there is no path is not yet a no: calls that the graph does not know may stand between. */
static enum cg_answer look_closer(const struct filter *filter, cg_node node)
{
    struct cg_reach *reach;
    if (cg_reach(&reach, filter->graph, &(struct cg_function_set){&node, 1},
                 &(struct cg_function_set){filter->targets, filter->target_count}, NULL)) {
        return CG_UNKNOWN;
    }
    enum cg_answer answer = cg_reach_answer(reach);
    cg_reach_free(reach);
    return answer;
}

static enum cg_answer ask_node(struct filter *filter, cg_node node)
{
    if (filter->answers[node] == NOT_ASKED) {
        filter->answers[node] = (unsigned char)look_closer(filter, node);
    }
    return (enum cg_answer)filter->answers[node];
}

/* Static functions of several files share a name: the answer holds for whichever is meant. */
enum cg_answer filter_ask(struct filter *filter, const char *function)
{
    cg_node node = cg_graph_find(filter->graph, function);
    enum cg_answer answer = node == CG_NONE ? CG_UNKNOWN : CG_NO;
    while (node != CG_NONE && answer != CG_YES) {
        enum cg_answer one = ask_node(filter, node);
        answer = one == CG_NO ? answer : one;
        node = cg_graph_find_next(filter->graph, function, node);
    }
    return answer;
}
