/* How many callees are too many, and which calls have them. */
#include "linked/crowded_calls.h"

#include "base/compare.h"
#include "base/error.h"
#include "linked/link_report.h"

#include <stdlib.h>
#include <string.h>

uint64_t crowded_bound(uint64_t most_edges, uint64_t edges)
{
    bool fixed = most_edges != CG_FOUND_EDGES_AUTO;
    return fixed ? most_edges : edges > CG_LIMIT_FOUND_EDGES ? edges : CG_LIMIT_FOUND_EDGES;
}

static uint32_t most_of_sorted(const uint32_t *sorted, size_t count, uint64_t most_edges)
{
    uint64_t edges = 0;
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        edges += sorted[i];
        bool last = i + 1 == count || sorted[i + 1] != sorted[i];
        most = last && edges <= most_edges ? sorted[i] : most;
    }
    return most;
}

int crowded_most(uint32_t *out, const uint32_t *counts, size_t count, uint64_t most_edges,
                 struct cg_error *error)
{
    uint64_t edges = 0;
    *out = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        edges += counts[i];
    }
    if (edges <= most_edges) {
        return CG_OK;
    }
    uint32_t *sorted = malloc(count * sizeof *sorted);
    if (!sorted) {
        return cg_fail_memory(error);
    }
    memcpy(sorted, counts, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_u32);
    *out = most_of_sorted(sorted, count, most_edges);
    free(sorted);
    return CG_OK;
}

static const char *name_of(const struct cg_graph *graph, cg_node caller)
{
    return caller == CG_NONE ? "" : cg_node_name(graph, caller);
}

/* Orders calls with equally many callees by function and line. */
static bool is_before(const struct cg_link_report *report, const struct cg_graph *graph,
                      cg_node caller, uint32_t line)
{
    int order = strcmp(name_of(graph, caller), name_of(graph, report->crowded_caller));
    return order < 0 || (order == 0 && line < report->crowded_line);
}

void crowded_report(struct cg_link_report *report, const struct cg_graph *graph, cg_node caller,
                    uint32_t line, uint32_t callees)
{
    uint64_t *least = &report->counts[CG_LINK_CROWDED_LEAST];
    uint64_t *most = &report->counts[CG_LINK_CROWDED_MOST];
    bool first = report->counts[CG_LINK_CROWDED_CALLS]++ == 0;
    report->counts[CG_LINK_CROWDED_EDGES] += callees;
    if (first || callees < *least) {
        *least = callees;
    }
    if (first || callees > *most || (callees == *most && is_before(report, graph, caller, line))) {
        *most = callees;
        report->crowded_caller = caller;
        report->crowded_line = line;
    }
}
