/* Calls with so many callees that they share what they pass with others of the kind. */
#include "resolve/many_callees.h"

#include "base/error.h"
#include "base/memory.h"
#include "points_to/signatures.h"
#include "resolve/bind_calls.h"
#include "resolve/shared_calls.h"

#include <stdlib.h>
#include <string.h>

/** What may be recorded for each edge that may be added: with the default bound, of 8 million, some
 *  hundred MB. */
#define MOST_OF_EDGE 4u
/** And at least so much for each call and each argument. */
#define MOST_OF_CALL 64u

/* A call stands for all that are in a crowd: it belongs to no function, and it passes what they
 * pass in as many arguments, counted in the same way. */
struct crowd {
    uint32_t call;
    unsigned way;
    bool *bound;   /**< by function: it passes its arguments there */
    size_t room;   /**< of these */
    bool resolves; /**< some of its calls are no virtual ones, which are resolved by classes */
};

/** What a callee takes: one for itself, and one for each constraint. */
static uint64_t cost_of(const struct call *call)
{
    return 2 + (uint64_t)call->count;
}

void callees_bound(struct program *program, uint64_t most_edges)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < program->call_count; i++) {
        const struct call *call = &program->calls[i];
        all += call->leader == i && call->kind != CALL_NAMED ? cost_of(call) : 0;
    }
    uint64_t edges = most_edges < UINT32_MAX ? MOST_OF_EDGE * most_edges : UINT64_MAX;
    program->most_recorded = all * MOST_OF_CALL > edges ? all * MOST_OF_CALL : edges;
    program->most_callees = program->most_recorded / all;
}

bool callees_are_many(const struct program *program, uint32_t call)
{
    return program->calls[call].crowd != NUMBER_NONE;
}

/* Crowds */

static unsigned way_of(const struct program *program, uint32_t call)
{
    const struct cg_value *type = call_type(program, &program->calls[call]);
    return !type->length ? 0 : signature_is_lowered(type) ? 1 : 2;
}

static int add_slots(struct call *call, struct program *program, uint32_t count,
                     struct cg_error *error)
{
    struct number_list slots = {0};
    int status = slot_new(&call->result, program, SLOT_DATA, 0, error);
    for (uint32_t i = 0; i < count && !status; i++) {
        uint32_t slot;
        status = slot_new(&slot, program, SLOT_DATA, 0, error);
        bool ok = status || number_add(&slots, slot);
        status = ok ? status : cg_fail_memory(error);
    }
    status = status ? status : program_add_arguments(call, program, &slots, error);
    free(slots.items);
    return status;
}

static int add_crowd(uint32_t *out, struct program *program, uint32_t of, unsigned way,
                     struct cg_error *error)
{
    struct call call = {.kind = CALL_POINTER,
                        .owner = CG_NONE,
                        .file = CG_NO_STRING,
                        .through = NUMBER_NONE,
                        .memory = NUMBER_NONE,
                        .field = NUMBER_NONE,
                        .pointer = NUMBER_NONE,
                        .root = NUMBER_NONE,
                        .shared = NUMBER_NONE,
                        .next = NUMBER_NONE,
                        .signature = *call_type(program, &program->calls[of])};
    uint32_t count = program->calls[of].count, number;
    int status = add_slots(&call, program, count, error);
    status = status ? status : program_add_call(&number, program, &call, error);
    if (!status && !cg_grow(&program->crowds, &program->crowds_capacity,
                            (size_t)program->crowd_count + 1, sizeof *program->crowds)) {
        status = cg_fail_memory(error);
    }
    if (!status) {
        *out = program->crowd_count++;
        program->crowds[*out] = (struct crowd){.call = number, .way = way};
        program->calls[number].is_crowd = true;
    }
    return status;
}

static int find_crowd(uint32_t *out, struct program *program, uint32_t call, struct cg_error *error)
{
    unsigned way = way_of(program, call);
    uint32_t count = program->calls[call].count;
    for (uint32_t i = 0; i < program->crowd_count; i++) {
        const struct crowd *crowd = &program->crowds[i];
        if (crowd->way == way && program->calls[crowd->call].count == count) {
            *out = i;
            return CG_OK;
        }
    }
    return add_crowd(out, program, call, way, error);
}

static int connect_arguments(struct program *program, const struct call *crowd,
                             const struct call *call, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t from = program->arguments.items[call->arguments + i];
        uint32_t to = program->arguments.items[crowd->arguments + i];
        status = from == NUMBER_NONE ? CG_OK : solver_copy(program->solver, to, from, error);
    }
    bool receives = !status && call->result != NUMBER_NONE;
    return receives ? solver_copy(program->solver, call->result, crowd->result, error) : status;
}

int callees_bind(struct program *program, uint32_t call, uint32_t callee, struct cg_error *error)
{
    struct crowd *crowd = &program->crowds[program->calls[call].crowd];
    size_t room = crowd->room;
    if (!cg_grow(&crowd->bound, &crowd->room, callee + (size_t)1, sizeof *crowd->bound)) {
        return cg_fail_memory(error);
    }
    memset(crowd->bound + room, 0, (crowd->room - room) * sizeof *crowd->bound);
    if (crowd->bound[callee]) {
        return CG_OK;
    }
    crowd->bound[callee] = true;
    return call_bind(program, crowd->call, callee, error);
}

/* Its crowd calls all that it called so far. */
static int join_crowd(struct program *program, uint32_t number, struct cg_error *error)
{
    uint32_t crowd;
    int status = find_crowd(&crowd, program, number, error);
    if (status) {
        return status;
    }
    struct call call = shared_call(program, number);
    program->calls[number].crowd = crowd;
    program->crowds[crowd].resolves |= call.kind != CALL_VIRTUAL;
    status = connect_arguments(program, &program->calls[program->crowds[crowd].call], &call, error);
    for (uint32_t at = call.last_callee; at != NUMBER_NONE && !status;
         at = program->bound_to.items[at + 1]) {
        status = callees_bind(program, number, program->bound_to.items[at], error);
    }
    return status;
}

int callees_count(struct program *program, uint32_t number, uint32_t callee, struct cg_error *error)
{
    struct call *call = &program->calls[number];
    call->callees++;
    if (callees_are_many(program, number)) {
        return CG_OK;
    }
    program->recorded += cost_of(call);
    if (!program->bounded) {
        program->overfull = program->recorded > program->most_recorded;
        return program->overfull ? cg_fail(error, CG_E_LIMIT, "too many callees") : CG_OK;
    }
    if (callee != NUMBER_NONE) {
        uint32_t at = (uint32_t)program->bound_to.count;
        bool ok = number_add(&program->bound_to, callee) &&
                  number_add(&program->bound_to, call->last_callee);
        if (!ok || at >= NUMBER_NONE - 1) {
            return cg_fail_memory(error);
        }
        call->last_callee = at;
    }
    /* The call of a crowd stays by itself. */
    bool joins = call->callees > program->most_callees && !call->is_crowd;
    return joins ? join_crowd(program, number, error) : CG_OK;
}

/* After solving */

static void drop_pairs(struct number_list *pairs, const struct program *program)
{
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count; i += 2) {
        if (!callees_are_many(program, pairs->items[i])) {
            pairs->items[kept++] = pairs->items[i];
            pairs->items[kept++] = pairs->items[i + 1];
        }
    }
    pairs->count = kept;
}

/* What library functions call back for a crowd is called by no function of the program. */
static void let_called_back_escape(struct program *program)
{
    for (size_t i = 0; i < program->targets.count; i += 2) {
        uint32_t root = program->calls[program->targets.items[i]].root;
        if (root != NUMBER_NONE && program->calls[root].is_crowd) {
            program->functions[program->targets.items[i + 1]].escapes = true;
        }
    }
}

void callees_settle(struct program *program)
{
    if (!program->crowd_count) {
        return;
    }
    for (uint32_t i = 0; i < program->crowd_count; i++) {
        const struct crowd *crowd = &program->crowds[i];
        for (size_t f = 0; f < crowd->room && f < program->function_count; f++) {
            program->functions[f].escapes |= crowd->resolves && crowd->bound[f];
        }
    }
    let_called_back_escape(program);
    drop_pairs(&program->targets, program);
    drop_pairs(&program->opened, program);
    drop_pairs(&program->mistyped, program);
    drop_pairs(&program->misfits, program);
}

void callees_free(struct program *program)
{
    for (uint32_t i = 0; i < program->crowd_count; i++) {
        free(program->crowds[i].bound);
    }
    free(program->crowds);
}
