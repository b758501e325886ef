/* Calls through pointers that nothing was seen to flow into: see unseen_calls.h. Called by link.c
 * after all that adds constraints, since each of these may yet find what flows there. */
#include "resolve/unseen_calls.h"

#include "base/error.h"
#include "identity/identity.h"
#include "memory/overlaid_records.h"
#include "points_to/convertible_types.h"
#include "points_to/signatures.h"
#include "points_to/unknown_causes.h"
#include "resolve/bind_calls.h"
#include "solver/solver.h"

#include <stdlib.h>

/** Types of calls times functions that are compared; of calls beyond nothing is known. A million
 *  lines have some hundred such calls and ten thousand functions whose address is taken. */
#define MOST_COMPARED ((uint64_t)1 << 25)

/** Mark the first numbers of pairs. */
static void mark(bool *marked, const struct number_list *pairs)
{
    for (size_t i = 0; i < pairs->count; i += 2) {
        marked[pairs->items[i]] = true;
    }
}

/** Whether a slot is an empty field of a record that the program defines, and types of its fields
 *  are not known. Libraries test their fields before they call them, as std::function does. */
static bool is_empty_field(const struct program *program, uint32_t slot)
{
    const struct record *record =
        slot_is_field(program, slot) ? &program->records[program->slot_index.items[slot]] : NULL;
    return record && !record->typed && record->visibility < VISIBLE_TO_CXX &&
           solver_size(program->solver, slot) == 0;
}

/** By slot: what gets its content from fields that hold none. @return NULL: no memory */
static bool *empty_slots(const struct program *program, struct cg_error *error)
{
    uint32_t count = solver_slot_count(program->solver);
    bool *empty = calloc((size_t)count + 1, sizeof *empty);
    for (uint32_t slot = 0; empty && slot < count; slot++) {
        empty[slot] = field_lacks_functions(program, slot) || is_empty_field(program, slot);
    }
    if (empty && solver_follow_empty(program->solver, empty, error)) {
        free(empty);
        empty = NULL;
    }
    return empty;
}

/** Calls that have a callee, or will not be resolved in any case. @return NULL: no memory */
static bool *calls_seen(const struct program *program)
{
    bool *seen = calloc((size_t)program->call_count + 1, sizeof *seen);
    if (seen) {
        mark(seen, &program->targets);
        mark(seen, &program->opened);
        mark(seen, &program->misfits);
        mark(seen, &program->mistyped);
    }
    return seen;
}

static bool is_plain(const struct program *program, uint32_t number)
{
    const struct call *call = &program->calls[number];
    return call->kind == CALL_POINTER && call->leader == number && call->owner != CG_NONE &&
           !call->unknown && !call->bound && !call->member && call->pointer != NUMBER_NONE &&
           call->signature.length > 0;
}

/** Whether a call has the type of a function and, of one that was defined without a prototype,
 * passes what it takes: nothing was seen that leads there. */
static bool may_call(const struct program *program, const struct cg_value *type,
                     const struct cg_value *own)
{
    bool any = own->length > 1 && *own->text == '?';
    return convertible_fit(program, type, own) && signatures_lower_alike(type, own) &&
           (!any || signatures_have_one_shape(type, own));
}

/** Leave a call unresolved that may call any of the functions that fit. */
static int call_fitting(bool *more, struct program *program, uint32_t call,
                        const struct number_list *taken, struct cg_error *error)
{
    int status = CG_OK;
    bool found = false;
    for (size_t i = 0; i < taken->count && !status; i++) {
        uint32_t function = taken->items[i];
        if (may_call(program, &program->calls[call].signature,
                     &program->functions[function].signature)) {
            found = true;
            status = call_function(program, call, function, error);
        }
    }
    *more |= found;
    bool machine = program->returned.count; /* it may have stored what no fact shows */
    return status || !(found || machine) ? status : causes_open(program, call, CAUSE_UNSEEN, error);
}

static int add_defined(struct number_list *taken, struct program *program, cg_node node,
                       struct cg_error *error)
{
    uint32_t function;
    if (!cg_node_has_body(program->graph, node)) {
        return CG_OK;
    }
    int status = program_function_of(&function, program, node, error);
    return status || number_add_new(taken, function) ? status : cg_fail_memory(error);
}

/** Machine code has the addresses of functions, too. */
static int add_addresses(struct number_list *taken, struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 1; i < program->addresses.count && !status; i += 2) {
        const char *name = cg_pool_string(&program->texts, program->addresses.items[i]);
        cg_node node = graph_find_symbol(program->graph, name);
        for (; node != CG_NONE && !status; node = graph_next_symbol(program->graph, name, node)) {
            status = add_defined(taken, program, node, error);
        }
    }
    return status;
}

int unseen_call(bool *more, struct program *program, struct cg_error *error)
{
    struct number_list taken = {0};
    bool *seen = calls_seen(program), *empty = empty_slots(program, error);
    int status = seen && empty ? program_taken(&taken, program, error) : cg_fail_memory(error);
    status = status ? status : add_addresses(&taken, program, error);
    uint64_t compared = 0;
    for (uint32_t call = 0; call < program->call_count && !status; call++) {
        bool plain = is_plain(program, call) && !seen[call];
        if (!plain || !empty[program->calls[call].pointer]) {
            continue;
        }
        compared += taken.count;
        status = compared <= MOST_COMPARED ? call_fitting(more, program, call, &taken, error)
                                           : causes_open(program, call, CAUSE_NO_FACTS, error);
    }
    free(seen);
    free(empty);
    free(taken.items);
    return status;
}
