/* Candidates for calls that stay unresolved: functions of a compatible type whose address is taken,
 * and functions of other types that were converted to that of the call. */
#include "link/write_targets.h"

#include "base/error.h"
#include "base/memory.h"
#include "linked/found_calls.h"
#include "points_to/signatures.h"
#include "points_to/unknown_causes.h"
#include "resolve/shared_calls.h"

#include <stdlib.h>

struct guesses {
    struct found_call *calls;
    size_t capacity;
    size_t count;
    uint64_t most;
};

static int add_guess(struct guesses *guesses, const struct program *program, uint32_t call,
                     uint32_t function, const struct cg_site *site, struct cg_error *error)
{
    if (guesses->count >= guesses->most) {
        return cg_fail(
            error, CG_E_LIMIT,
            "unresolved calls would get more than %llu candidates by type; the first call "
            "beyond is in %.200s, line %u",
            (unsigned long long)guesses->most,
            cg_node_name(program->graph, program->calls[call].owner), site->line);
    }
    if (!cg_grow(&guesses->calls, &guesses->capacity, guesses->count + 1, sizeof *guesses->calls)) {
        return cg_fail_memory(error);
    }
    guesses->calls[guesses->count++] = (struct found_call){
        program->calls[call].owner, program->functions[function].node, CG_EDGE_CANDIDATE, site};
    return CG_OK;
}

static int guess(struct guesses *guesses, const struct program *program, uint32_t call,
                 const struct cg_site *site, const struct number_list *taken,
                 struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < taken->count && !status; i++) {
        const struct function *function = &program->functions[taken->items[i]];
        if (signatures_match(&program->calls[call].signature, &function->signature)) {
            status = add_guess(guesses, program, call, taken->items[i], site, error);
        }
    }
    return status;
}

static bool gets_candidates(const struct call *call)
{
    bool crowded = call->unknown & 1u << CAUSE_CROWD;
    return call->kind == CALL_POINTER && call->unknown && !crowded && call->owner != CG_NONE;
}

/* Functions of another type that were converted to that of the call. */
static int guess_misfits(struct guesses *guesses, const struct program *program,
                         const struct cg_site *sites, struct cg_error *error)
{
    const struct number_list *misfits = &program->misfits;
    int status = CG_OK;
    for (size_t i = 0; i < misfits->count && !status; i += 2) {
        uint32_t leader = misfits->items[i], function = misfits->items[i + 1];
        bool known = program->functions[function].node != CG_NONE;
        for (uint32_t call = known ? leader : NUMBER_NONE; call != NUMBER_NONE && !status;
             call = shared_call_next(program, leader, call)) {
            if (gets_candidates(&program->calls[call])) {
                status = add_guess(guesses, program, call, function, &sites[call], error);
            }
        }
    }
    return status;
}

int candidates_write(struct program *program, uint64_t most_edges, struct cg_error *error)
{
    struct guesses guesses = {.most = most_edges};
    struct number_list taken = {0};
    struct cg_site *sites = malloc((program->call_count + (size_t)1) * sizeof *sites);
    int status = sites ? program_taken(&taken, program, error) : cg_fail_memory(error);
    for (uint32_t i = 0; i < program->call_count && !status; i++) {
        const struct call *call = &program->calls[i];
        if (gets_candidates(call)) {
            sites[i] = target_site(program, call);
            status = guess(&guesses, program, i, &sites[i], &taken, error);
        }
    }
    status = status ? status : guess_misfits(&guesses, program, sites, error);
    status = status ? status : sites_add_calls(program->graph, guesses.calls, guesses.count, error);
    free(sites);
    free(taken.items);
    free(guesses.calls);
    return status;
}
