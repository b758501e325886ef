/* Calls with so many callees that they get no edges. Where n calls share a slot with n functions,
 * there are n * n edges, each of them written out. */
#include "link/write_targets.h"

#include "base/error.h"
#include "linked/crowded_calls.h"
#include "linked/link_report.h"
#include "points_to/unknown_causes.h"
#include "resolve/many_callees.h"
#include "resolve/shared_calls.h"

#include <libcg/link.h>

#include <stdlib.h>

/* Callees by call, of those in functions. @param spread each call has its own among the targets */
static uint32_t *count_callees(const struct program *program, bool spread)
{
    uint32_t *counts = calloc(program->call_count + (size_t)1, sizeof *counts);
    for (size_t i = 0; counts && i < program->targets.count; i += 2) {
        uint32_t call = program->targets.items[i];
        counts[call] += program->calls[call].owner != CG_NONE;
    }
    for (uint32_t i = 0; counts && i < program->call_count && !spread; i++) {
        counts[i] = counts[program->calls[i].leader];
    }
    return counts;
}

/* Whether a call gets no edges. Those of virtual calls are not written here. */
static bool is_crowded(const struct program *program, uint32_t call, const uint32_t *counts,
                       uint32_t most)
{
    const struct call *of = &program->calls[call];
    bool many = callees_are_many(program, call) || callees_are_many(program, of->leader);
    return counts[call] > most || (many && of->kind != CALL_VIRTUAL && of->owner != CG_NONE);
}

static void report_crowd(struct cg_link_report *report, const struct program *program,
                         const uint32_t *counts, uint32_t most)
{
    for (uint32_t i = 0; i < program->call_count; i++) {
        const struct call *call = &program->calls[i];
        if (is_crowded(program, i, counts, most)) {
            uint32_t recorded = program->calls[call->leader].callees;
            crowded_report(report, program->graph, call->owner, call->line,
                           counts[i] > most ? counts[i] : recorded);
        }
    }
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
                            bool spread, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < program->call_count && !status; i++) {
        const struct call *call = &program->calls[i];
        bool watches = spread || call->leader == i || call->kind == CALL_CALLBACK;
        if (watches && is_crowded(program, i, counts, most)) {
            status = causes_open(program, i, CAUSE_CROWD, error);
        }
    }
    return status;
}

int crowds_open(struct program *program, uint64_t most_edges, struct cg_link_report *report,
                struct cg_error *error)
{
    callees_settle(program);
    bool spread = program->ambiguous.count > 0 && programs_can_spread(program);
    int status = spread ? programs_spread(program, error) : CG_OK;
    uint32_t *counts = status ? NULL : count_callees(program, spread), most;
    if (!status) {
        status = counts ? crowded_most(&most, counts, program->call_count, most_edges, error)
                        : cg_fail_memory(error);
    }
    status = status ? status : leave_unresolved(program, counts, most, spread, error);
    if (!status) {
        report_crowd(report, program, counts, most);
        drop_targets(program, counts, most);
    }
    free(counts);
    return status || spread ? status : shared_calls_spread(program, error);
}
