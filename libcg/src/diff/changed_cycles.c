/* Cycles that differ between two graphs. */
#include "diff/sides.h"

#include "query/common/query_internal.h"

#include <libcg/query.h>

#include <stdlib.h>

/* Cycles of one graph. */
struct cycles {
    const struct side *side;
    uint32_t *component; /* by node: strongly connected */
    uint32_t count;      /* of components */
    bool *is_cycle;      /* by component */
};

/* Components of both graphs, those of the new graph numbered after those of the old, as a
 * disjoint-set forest (R. Tarjan, "Efficiency of a good but not linear set union algorithm", J. ACM
 * 22(2), 1975; with path halving). */
struct groups {
    struct cycles old, new;
    uint32_t *parent;
    uint32_t *number; /* by root: number of its group, in order; CG_NONE: not visited */
    uint32_t count;
};

static int find_cycles(struct cycles *out, const struct side *side, struct cg_error *error)
{
    out->side = side;
    int status = cg_query_allocate(&out->component, cg_graph_node_count(side->graph),
                                   sizeof(uint32_t), error);
    status = status ? status : cg_components(out->component, &out->count, side->graph, error);
    if (!status) {
        status = cg_query_allocate(&out->is_cycle, out->count, sizeof(bool), error);
    }
    for (cg_edge edge = 0; !status && edge < cg_graph_edge_count(side->graph); edge++) {
        uint32_t component = out->component[cg_edge_caller(side->graph, edge)];
        if (!cg_query_is_guess(side->graph, edge) &&
            component == out->component[cg_edge_callee(side->graph, edge)]) {
            out->is_cycle[component] = true;
        }
    }
    return status;
}

static bool in_cycle(const struct cycles *cycles, cg_node node)
{
    return node != CG_NONE && cycles->is_cycle[cycles->component[node]];
}

static uint32_t root(const struct groups *groups, uint32_t component)
{
    uint32_t *parent = groups->parent;
    while (parent[component] != component) {
        parent[component] = parent[parent[component]];
        component = parent[component];
    }
    return component;
}

static uint32_t root_of(const struct groups *groups, const struct cycles *cycles, cg_node node)
{
    uint32_t base = cycles == &groups->new ? groups->old.count : 0;
    return root(groups, base + cycles->component[node]);
}

static int group_cycles(struct groups *groups, struct cg_error *error)
{
    size_t count = (size_t)groups->old.count + groups->new.count;
    int status = cg_query_allocate(&groups->parent, count, sizeof(uint32_t), error);
    if (!status) {
        status = cg_query_allocate(&groups->number, count, sizeof(uint32_t), error);
    }
    for (uint32_t i = 0; i < count && !status; i++) {
        groups->parent[i] = i;
        groups->number[i] = CG_NONE;
    }
    const struct side *side = groups->new.side;
    for (cg_node node = 0; node < side->nodes && !status; node++) {
        if (in_cycle(&groups->new, node) && in_cycle(&groups->old, side->other[node])) {
            uint32_t a = root_of(groups, &groups->new, node);
            groups->parent[a] = root_of(groups, &groups->old, side->other[node]);
        }
    }
    return status;
}

/* Number the groups by their first functions. */
static void number_groups(struct groups *groups, const struct cycles *cycles)
{
    const struct side *side = cycles->side;
    for (uint32_t i = 0; i < side->nodes; i++) {
        if (in_cycle(cycles, side->order[i])) {
            uint32_t *number = &groups->number[root_of(groups, cycles, side->order[i])];
            *number = *number == CG_NONE ? groups->count++ : *number;
        }
    }
}

/* By group: where its members begin, as in counting sort. */
struct rows {
    uint32_t *members;
    uint32_t *start;
};

/* Functions in cycles by group, in canonical order; `lone`: only those whose counterpart is in no
 * cycle. */
static void fill_rows(struct rows *rows, const struct groups *groups, const struct cycles *cycles,
                      bool lone)
{
    const struct side *side = cycles->side;
    const struct cycles *others = cycles == &groups->new ? &groups->old : &groups->new;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < side->nodes; i++) {
            cg_node node = side->order[i];
            if (!in_cycle(cycles, node) || (lone && in_cycle(others, side->other[node]))) {
                continue;
            }
            uint32_t *at = &rows->start[groups->number[root_of(groups, cycles, node)] + 1];
            if (pass == 0) {
                at[1]++;
            } else {
                rows->members[(*at)++] = node;
            }
        }
        for (uint32_t i = 1; pass == 0 && i <= groups->count; i++) {
            rows->start[i + 1] += rows->start[i];
        }
    }
}

static struct cg_function_set row(const struct rows *rows, uint32_t group)
{
    uint32_t first = rows->start[group];
    return (struct cg_function_set){rows->members + first, rows->start[group + 1] - first};
}

static void count_cycles(uint32_t *counts, const struct groups *groups, const struct cycles *cycles)
{
    uint32_t base = cycles == &groups->new ? groups->old.count : 0;
    for (uint32_t i = 0; i < cycles->count; i++) {
        if (cycles->is_cycle[i]) {
            counts[groups->number[root(groups, base + i)]]++;
        }
    }
}

static bool is_same(const struct cg_diff_cycle *cycle)
{
    return cycle->before == 1 && cycle->after == 1 && cycle->gained.count == 0 &&
           cycle->lost.count == 0;
}

/* The members of four lists: all of the old, all of the new, gained, lost. */
enum { LISTS = 4 };

static void list_groups(struct cg_diff *diff, const struct groups *groups, struct rows rows[LISTS],
                        const uint32_t *before, const uint32_t *after)
{
    for (uint32_t i = 0; i < groups->count; i++) {
        struct cg_diff_cycle *cycle = &diff->cycles[diff->cycle_count];
        *cycle = (struct cg_diff_cycle){
            before[i],        after[i],         row(&rows[0], i),
            row(&rows[1], i), row(&rows[2], i), row(&rows[3], i),
        };
        diff->cycle_count += !is_same(cycle);
    }
}

static int describe_groups(struct cg_diff *diff, const struct groups *groups,
                           struct cg_error *error)
{
    size_t most = (size_t)groups->old.side->nodes + groups->new.side->nodes;
    uint32_t *starts = NULL;
    size_t row_length = (size_t)groups->count + 2;
    int status = cg_query_allocate(&diff->cycles, groups->count, sizeof *diff->cycles, error);
    if (!status) {
        status = cg_query_allocate(&diff->cycle_members, 2 * most, sizeof(cg_node), error);
    }
    if (!status) { /* plus two rows of counts */
        status = cg_query_allocate(&starts, row_length * (LISTS + 2), sizeof *starts, error);
    }
    if (status) {
        return status;
    }
    struct rows rows[LISTS] = {
        {diff->cycle_members, starts},
        {diff->cycle_members + groups->old.side->nodes, starts + row_length},
        {diff->cycle_members + most, starts + 2 * row_length},
        {diff->cycle_members + most + groups->new.side->nodes, starts + 3 * row_length},
    };
    uint32_t *before = starts + LISTS * row_length;
    uint32_t *after = before + row_length;
    fill_rows(&rows[0], groups, &groups->old, false);
    fill_rows(&rows[1], groups, &groups->new, false);
    fill_rows(&rows[2], groups, &groups->new, true);
    fill_rows(&rows[3], groups, &groups->old, true);
    count_cycles(before, groups, &groups->old);
    count_cycles(after, groups, &groups->new);
    list_groups(diff, groups, rows, before, after);
    free(starts);
    return CG_OK;
}

int compare_cycles(struct cg_diff *diff, const struct side *old_side, const struct side *new_side,
                   struct cg_error *error)
{
    struct groups groups = {0};
    int status = find_cycles(&groups.old, old_side, error);
    if (!status) {
        status = find_cycles(&groups.new, new_side, error);
    }
    if (!status) {
        status = group_cycles(&groups, error);
    }
    if (!status) {
        number_groups(&groups, &groups.new);
        number_groups(&groups, &groups.old);
        status = describe_groups(diff, &groups, error);
    }
    free(groups.old.component);
    free(groups.new.component);
    free(groups.old.is_cycle);
    free(groups.new.is_cycle);
    free(groups.parent);
    free(groups.number);
    return status;
}
