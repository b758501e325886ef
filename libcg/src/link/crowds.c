/* Calls with so many callees that they get no edges. Where n calls share a slot with n functions,
 * there are n * n edges, each of them written out. */
#include "link/write_targets.h"

#include "base/error.h"
#include "points_to/unknown_causes.h"
#include "resolve/shared_calls.h"

#include <libcg/link.h>

#include <stdlib.h>
#include <string.h>

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Callees by call, of those in functions. @param edges receives their sum */
static uint32_t *count_callees(uint64_t *edges, const struct program *program)
{
    uint32_t *counts = calloc(program->call_count + (size_t)1, sizeof *counts);
    for (size_t i = 0; counts && i < program->targets.count; i += 2) {
        uint32_t call = program->targets.items[i];
        counts[call] += program->calls[call].owner != CG_NONE;
    }
    *edges = 0;
    for (uint32_t i = 0; counts && i < program->call_count; i++) {
        counts[i] = counts[program->calls[i].leader];
        *edges += counts[i];
    }
    return counts;
}

/* The most callees that a call may have, so that all calls with as many or fewer have at most this
 * many edges. So it does not depend on the order of calls. */
static int most_callees(uint32_t *out, const uint32_t *counts, uint32_t calls, uint64_t most_edges,
                        struct cg_error *error)
{
    uint32_t *sorted = malloc((calls + (size_t)1) * sizeof *sorted);
    uint64_t edges = 0;
    if (!sorted) {
        return cg_fail_memory(error);
    }
    memcpy(sorted, counts, calls * sizeof *sorted);
    qsort(sorted, calls, sizeof *sorted, compare_numbers);
    *out = 0;
    for (uint32_t i = 0; i < calls; i++) {
        edges += sorted[i];
        bool last = i + 1 == calls || sorted[i + 1] != sorted[i];
        *out = last && edges <= most_edges ? sorted[i] : *out;
    }
    free(sorted);
    return CG_OK;
}

/* The places of calls, by function and line. */
static int compare_calls(const struct program *program, const struct call *x, const struct call *y)
{
    const char *a = cg_node_name(program->graph, x->owner);
    const char *b = cg_node_name(program->graph, y->owner);
    int order = strcmp(a, b);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static void report_crowd(struct cg_link_report *report, const struct program *program,
                         const uint32_t *counts)
{
    uint32_t first = NUMBER_NONE;
    for (uint32_t i = 0; i < program->call_count; i++) {
        if (counts[i] <= report->crowd) {
            continue;
        }
        report->crowded++;
        report->crowded_edges += counts[i];
        bool more = first == NUMBER_NONE || counts[i] > counts[first];
        first = more || (counts[i] == counts[first] &&
                         compare_calls(program, &program->calls[i], &program->calls[first]) < 0)
                    ? i
                    : first;
    }
    report->crowded_caller = program->calls[first].owner;
    report->crowded_line = program->calls[first].line;
}

/* All callees of these calls escape, and are no longer targets. */
static void drop_targets(struct program *program, const uint32_t *counts, uint32_t most)
{
    struct number_list *targets = &program->targets;
    size_t kept = 0;
    for (size_t i = 0; i < targets->count; i += 2) {
        if (counts[targets->items[i]] > most) {
            program->functions[targets->items[i + 1]].escapes = true;
        } else {
            targets->items[kept++] = targets->items[i];
            targets->items[kept++] = targets->items[i + 1];
        }
    }
    targets->count = kept;
}

static int leave_unresolved(struct program *program, const uint32_t *counts, uint32_t most,
                            struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < program->call_count && !status; i++) {
        const struct call *call = &program->calls[i];
        bool watches = call->leader == i || call->kind == CALL_CALLBACK;
        status = watches && counts[i] > most ? causes_crowd(program, i, error) : CG_OK;
    }
    return status;
}

int crowds_open(struct program *program, uint64_t most_edges, struct cg_link_report *report,
                struct cg_error *error)
{
    uint64_t edges;
    uint32_t *counts = count_callees(&edges, program), most = UINT32_MAX;
    int status = counts ? CG_OK : cg_fail_memory(error);
    if (!status && edges > most_edges) {
        status = most_callees(&most, counts, program->call_count, most_edges, error);
        status = status ? status : leave_unresolved(program, counts, most, error);
        if (!status) {
            report->crowd = most;
            report_crowd(report, program, counts);
            drop_targets(program, counts, most);
        }
    }
    free(counts);
    return status ? status : shared_calls_spread(program, error);
}
