/* Doing what summaries of library functions say. */
#include "link/calls.h"

#include "base/error.h"

#include <string.h>

/** A call of a function with a summary. */
struct effecting {
    struct program *program;
    uint32_t call;
    uint32_t function;
};

/* A slot that holds what `slot` points at. */
static int load(uint32_t *out, struct program *program, uint32_t slot, struct cg_error *error)
{
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    return status ? status : solver_load(program->solver, *out, slot, error);
}

/* The memory a call allocates: one object, whatever it is used as. */
static int memory_of(uint32_t *out, const struct effecting *e, struct cg_error *error)
{
    struct program *program = e->program;
    uint32_t memory = program->calls[e->call].memory;
    int status = CG_OK;
    if (memory == NUMBER_NONE) {
        uint32_t record;
        status = program_new_record(&record, program, error);
        status = status ? status : slot_new(&memory, program, SLOT_HEAP, record, error);
        program->calls[e->call].memory = memory;
    }
    return status ? status : slot_holding(out, program, memory, error);
}

/* The slots an operand stands for, without its star. @return whether there is an i-th. */
static int base_slot(uint32_t *out, bool *more, const struct effecting *e,
                     const struct summary_operand *operand, uint32_t i, struct cg_error *error)
{
    struct program *program = e->program;
    const struct call *call = &program->calls[e->call];
    uint32_t argument = operand->index + i;
    *out = NUMBER_NONE;
    *more = i == 0;
    switch (operand->kind) {
    case SUMMARY_ARGUMENT:
    case SUMMARY_VARIADIC:
        *more = argument < call->count && (i == 0 || operand->kind == SUMMARY_VARIADIC);
        *out = *more ? program->arguments.items[call->arguments + argument] : NUMBER_NONE;
        return CG_OK;
    case SUMMARY_RESULT:
        *out = call->result;
        return CG_OK;
    case SUMMARY_SLOT:
        return *more ? slot_named(out, program, operand->text, strlen(operand->text), error)
                     : CG_OK;
    case SUMMARY_NEW:
        return *more ? memory_of(out, e, error) : CG_OK;
    case SUMMARY_UNKNOWN:
        return *more ? slot_holding(out, program,
                                    program_unknown(program, operand->text, strlen(operand->text)),
                                    error)
                     : CG_OK;
    }
    return CG_OK;
}

/* The i-th slot that holds what an operand stands for; NUMBER_NONE: it holds no pointers. */
static int value_slot(uint32_t *out, bool *more, const struct effecting *e,
                      const struct summary_operand *operand, uint32_t i, struct cg_error *error)
{
    int status = base_slot(out, more, e, operand, i, error);
    if (!status && operand->deref && *out != NUMBER_NONE) {
        status = load(out, e->program, *out, error);
    }
    return status;
}

static int assign_one(const struct effecting *e, const struct summary_operand *target,
                      uint32_t source, struct cg_error *error)
{
    bool more = true;
    int status = CG_OK;
    for (uint32_t i = 0; !status; i++) {
        uint32_t to;
        status = base_slot(&to, &more, e, target, i, error);
        if (status || !more) {
            break;
        }
        if (to != NUMBER_NONE) {
            status = target->deref ? solver_store(e->program->solver, to, source, error)
                                   : solver_copy(e->program->solver, to, source, error);
        }
    }
    return status;
}

static int assign(const struct effecting *e, const struct summary_effect *effect,
                  struct cg_error *error)
{
    bool more = true;
    int status = CG_OK;
    if (effect->target.kind == SUMMARY_RESULT && e->program->calls[e->call].result == NUMBER_NONE) {
        return CG_OK;
    }
    for (uint32_t i = 0; !status; i++) {
        uint32_t source;
        status = value_slot(&source, &more, e, &effect->source, i, error);
        if (status || !more) {
            break;
        }
        if (source != NUMBER_NONE) {
            status = assign_one(e, &effect->target, source, error);
        }
    }
    return status;
}

static int escape(const struct effecting *e, const struct summary_operand *operand,
                  struct cg_error *error)
{
    bool more = true;
    int status = CG_OK;
    for (uint32_t i = 0; !status; i++) {
        uint32_t slot;
        status = value_slot(&slot, &more, e, operand, i, error);
        if (status || !more) {
            break;
        }
        if (slot != NUMBER_NONE) {
            status = solver_copy(e->program->solver, e->program->outside, slot, error);
        }
    }
    return status;
}

/* The call the library makes on behalf of the one that called it. */
static int call_back(uint32_t *out, const struct effecting *e, const struct summary_effect *effect,
                     struct cg_error *error)
{
    struct program *program = e->program;
    struct call call = program->calls[e->call];
    struct number_list slots = {0};
    int status = CG_OK;
    for (size_t i = 0; i < effect->count && !status; i++) {
        uint32_t slot;
        bool more;
        status = value_slot(&slot, &more, e, &effect->arguments[i], 0, error);
        if (!status && !number_add(&slots, slot)) {
            status = cg_fail_memory(error);
        }
    }
    call.kind = CALL_CALLBACK;
    call.through = e->function;
    call.result = NUMBER_NONE;
    call.memory = NUMBER_NONE;
    call.unknown = 0;
    status = status ? status : program_add_arguments(&call, program, &slots, error);
    free(slots.items);
    return status ? status : program_add_call(out, program, &call, error);
}

static int effect_call(const struct effecting *e, const struct summary_effect *effect,
                       struct cg_error *error)
{
    uint32_t pointer, call;
    bool more;
    int status = value_slot(&pointer, &more, e, &effect->target, 0, error);
    if (status || pointer == NUMBER_NONE) {
        return status;
    }
    status = call_back(&call, e, effect, error);
    return status ? status : program_watch(e->program, pointer, WATCH_CALL, call, error);
}

static int effect_virtual(const struct effecting *e, const struct summary_effect *effect,
                          struct cg_error *error)
{
    uint32_t call;
    int status = call_back(&call, e, effect, error);
    return status ? status : call_virtual(e->program, call, effect->receiver, effect->slot, error);
}

int effects_apply(struct program *program, uint32_t call, uint32_t function, struct cg_error *error)
{
    const struct summary *summary = program->functions[function].summary;
    struct effecting e = {program, call, function};
    int status = CG_OK;
    for (size_t i = 0; i < summary->count && !status; i++) {
        const struct summary_effect *effect = &summary->effects[i];
        switch (effect->kind) {
        case SUMMARY_ASSIGN:
            status = assign(&e, effect, error);
            break;
        case SUMMARY_CALL:
            status = effect_call(&e, effect, error);
            break;
        case SUMMARY_VIRTUAL:
            status = effect_virtual(&e, effect, error);
            break;
        case SUMMARY_ESCAPE:
            status = escape(&e, &effect->target, error);
            break;
        }
    }
    return status;
}
