#include "link/calls.h"

#include "base/error.h"
#include "graph/declared.h"
#include "link/handed.h"
#include "link/outside.h"

#include <string.h>

static int note_target(struct program *program, uint32_t call, uint32_t function,
                       struct cg_error *error)
{
    bool ok = number_add(&program->targets, call) && number_add(&program->targets, function);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* Where argument i ends up, NUMBER_NONE when no fact speaks of it. */
static uint32_t parameter_slot(const struct function *function, uint32_t i)
{
    if (i < function->parameters.count && function->parameters.items[i] != NUMBER_NONE) {
        return function->parameters.items[i];
    }
    uint32_t fixed;
    bool variadic;
    bool told = signature_parameters(&function->signature, &fixed, &variadic);
    return !told || (variadic && i >= fixed) ? function->variadic : NUMBER_NONE;
}

/* Whether arguments and parameters are counted differently: by declaration in C, as they are passed
 * in the IR, where records are some number of others. */
static bool is_counted_otherwise(const struct program *program, const struct call *call,
                                 const struct function *callee)
{
    static const struct cg_value untold = {NULL, 0};
    const struct cg_value *from = &untold;
    uint32_t fixed;
    bool variadic;
    if (call->kind == CALL_POINTER) {
        from = &call->signature;
    } else if (call->owner != CG_NONE && program->nodes[call->owner] != NUMBER_NONE) {
        from = &program->functions[program->nodes[call->owner]].signature;
    }
    return from->length && signature_parameters(&callee->signature, &fixed, &variadic) &&
           signature_is_lowered(from) != signature_is_lowered(&callee->signature) &&
           (variadic ? call->count < fixed : call->count != fixed);
}

static int pass_one(struct program *program, const struct call *call, uint32_t to, uint32_t from,
                    struct cg_error *error)
{
    if (to == NUMBER_NONE || from == NUMBER_NONE) {
        return CG_OK;
    }
    int status = handed_pass(program, call, to, from, error);
    return status ? status : solver_copy(program->solver, to, from, error);
}

static int pass_any(struct program *program, const struct call *call,
                    const struct function *function, uint32_t from, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < function->parameters.count && !status; i++) {
        status = pass_one(program, call, function->parameters.items[i], from, error);
    }
    return status;
}

static int pass(struct program *program, const struct call *call, const struct function *function,
                struct cg_error *error)
{
    int status = CG_OK;
    bool otherwise = is_counted_otherwise(program, call, function);
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t from = program->arguments.items[call->arguments + i];
        status = pass_one(program, call, parameter_slot(function, i), from, error);
        if (!status && otherwise) {
            status = pass_any(program, call, function, from, error);
        }
    }
    if (!status && call->result != NUMBER_NONE && function->result != NUMBER_NONE) {
        status = solver_copy(program->solver, call->result, function->result, error);
    }
    return status;
}

/* Code that was not collected gets the arguments and makes the result, for which nobody can tell.
 */
static int hand_over(struct program *program, const struct call *call, uint32_t unknown,
                     struct cg_error *error)
{
    int status = outside_get_integers(program, error);
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t from = program->arguments.items[call->arguments + i];
        if (from != NUMBER_NONE) {
            status = solver_copy(program->solver, program->outside, from, error);
        }
    }
    if (!status && call->result != NUMBER_NONE) {
        status = solver_address(program->solver, call->result, unknown, error);
    }
    return status;
}

/* A function handed to a library that nobody knows may be called there and then. */
static int watch_handed(struct program *program, const struct call *call, uint32_t through,
                        struct cg_error *error)
{
    struct call handed = *call;
    handed.kind = CALL_CALLBACK;
    handed.through = through;
    handed.pointer = NUMBER_NONE;
    handed.count = 0;
    handed.result = NUMBER_NONE;
    handed.unknown = 0;
    uint32_t number = NUMBER_NONE;
    int status = CG_OK;
    for (uint32_t i = 0; i < call->count && !status; i++) {
        uint32_t slot = program->arguments.items[call->arguments + i];
        if (slot == NUMBER_NONE) {
            continue;
        }
        if (number == NUMBER_NONE) {
            status = program_add_call(&number, program, &handed, error);
        }
        status = status ? status : program_watch(program, slot, WATCH_HANDED, number, error);
    }
    return status;
}

static int call_uncollected(struct program *program, const struct call *call, uint32_t number,
                            struct cg_error *error)
{
    cg_node node = program->functions[number].node;
    bool system = node != CG_NONE && graph_declared(program->graph, node) == DECLARED_BY_SYSTEM;
    const char *reason = system ? CG_UNKNOWN_LIBRARY : CG_UNKNOWN_NOT_COLLECTED;
    uint32_t unknown = program_unknown(program, reason, strlen(reason));
    int status = hand_over(program, call, unknown, error);
    bool known = status || call->kind == CALL_VIRTUAL;
    return known ? status : watch_handed(program, call, number, error);
}

static int bind(struct program *program, uint32_t number, uint32_t callee, struct cg_error *error)
{
    struct call call = program->calls[number];
    const struct function *function = &program->functions[callee];
    if (function->read) {
        return pass(program, &call, function, error);
    }
    if (function->summary) {
        return effects_apply(program, number, callee, error);
    }
    return call_uncollected(program, &call, callee, error);
}

int call_function(struct program *program, uint32_t call, uint32_t function, struct cg_error *error)
{
    enum call_kind kind = program->calls[call].kind;
    int status = CG_OK;
    if (kind == CALL_POINTER || kind == CALL_CALLBACK) {
        status = note_target(program, call, function, error);
    }
    return status ? status : bind(program, call, function, error);
}

int call_unknown(struct program *program, uint32_t call, unsigned bit, struct cg_error *error)
{
    bool told = program->calls[call].unknown >> bit & 1;
    program->calls[call].unknown |= 1u << bit;
    struct call copy = program->calls[call];
    return told ? CG_OK : hand_over(program, &copy, program->unknown[bit], error);
}

static bool fits(const struct program *program, uint32_t call, uint32_t function)
{
    const struct call *from = &program->calls[call];
    return from->kind != CALL_POINTER ||
           signatures_fit(&from->signature, &program->functions[function].signature);
}

int call_object(struct program *program, uint32_t call, uint32_t object, struct cg_error *error)
{
    uint32_t index = program->slot_index.items[object];
    switch (program->slot_kinds.items[object]) {
    case SLOT_FUNCTION:
        return fits(program, call, index) ? call_function(program, call, index, error) : CG_OK;
    case SLOT_CAST:
        return call_function(program, call, index, error);
    case SLOT_UNKNOWN:
        return call_unknown(program, call, index, error);
    default:
        return CG_OK; /* data is not called */
    }
}

int call_handed(struct program *program, uint32_t call, uint32_t object, struct cg_error *error)
{
    enum slot_kind kind = program->slot_kinds.items[object];
    bool callable = kind == SLOT_FUNCTION || kind == SLOT_CAST;
    return callable ? note_target(program, call, program->slot_index.items[object], error) : CG_OK;
}

int call_virtual(struct program *program, uint32_t call, const char *receiver, uint32_t slot,
                 struct cg_error *error)
{
    struct hierarchy_targets targets = {.closed = false, .told = false};
    if (receiver && !hierarchy_find(&targets, program->hierarchy, receiver, slot)) {
        /* Of a type of pointers to members that no table knows there are no virtual ones. */
        targets.told = program->calls[call].kind == CALL_POINTER;
        targets.closed = targets.told && !program->strangers;
    }
    int status = CG_OK;
    for (size_t i = 0; i < targets.count && !status; i++) {
        uint32_t function;
        status = program_function_of(&function, program, targets.nodes[i], error);
        status = status ? status : call_function(program, call, function, error);
    }
    const char *reason = targets.told ? CG_UNKNOWN_NOT_COLLECTED : CG_UNKNOWN_NO_FACTS;
    uint32_t unknown = program_unknown(program, reason, strlen(reason));
    return status || targets.closed ? status : call_object(program, call, unknown, error);
}

int call_cast(struct program *program, uint32_t to, uint32_t object, struct cg_error *error)
{
    uint32_t index = program->slot_index.items[object];
    if (program->slot_kinds.items[object] != SLOT_FUNCTION) {
        return solver_address(program->solver, to, object, error);
    }
    int status = CG_OK;
    uint32_t cast = program->functions[index].cast;
    if (cast == NUMBER_NONE) {
        status = slot_new(&cast, program, SLOT_CAST, index, error);
        program->functions[index].cast = cast;
    }
    return status ? status : solver_address(program->solver, to, cast, error);
}
