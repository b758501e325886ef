/* Applying summaries of library functions. */
#include "resolve/bind_calls.h"

#include "base/error.h"
#include "facts/library_calls.h"
#include "memory/untyped_memory.h"
#include "points_to/object_memory.h"
#include "points_to/signatures.h"
#include "points_to/unknown_causes.h"
#include "resolve/receivers.h"
#include "resolve/shared_calls.h"

#include <stdlib.h>
#include <string.h>

/** The entry in facts of procedures that the runtime calls implicitly. */
#define BOUND_SPECIAL "special"

/** In calls between library functions, further arguments share one slot. */
#define MOST_SHARED 32u

/** A call of a function with a summary. */
struct effecting {
    struct program *program;
    uint32_t call;
    uint32_t function;
};

/* Read memory goes to a slot and is written from there. Records are excluded: their fields are the
 * same everywhere. */
static int gather(uint32_t *out, struct program *program, uint32_t pointer, struct cg_error *error)
{
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    return status ? status : program_watch(program, pointer, WATCH_GATHER, *out, error);
}

/* A slot that holds the memory `pointer` points to. */
static int load(uint32_t *out, struct program *program, uint32_t pointer, struct cg_error *error)
{
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    return status ? status : solver_load(program->solver, *out, pointer, error);
}

/* Copy the memory `from` points to into the memory `to` points to. */
static int copy_contents(struct program *program, uint32_t to, uint32_t from,
                         struct cg_error *error)
{
    uint32_t contents;
    int status = gather(&contents, program, from, error);
    return status ? status : program_watch(program, to, WATCH_SPREAD, contents, error);
}

/* Whether facts say what is at the address of a record. One of which they say nothing is a block of
 * bytes; in C, so is what one begins with that is no pointer. */
static bool is_typed_record(const struct program *program, uint32_t object)
{
    uint32_t record = program->slot_index.items[object];
    return program->slot_kinds.items[object] == SLOT_RECORD &&
           memory_record_has_content(program, record) &&
           (program->cell_of.items[object] != CG_NO_STRING || program->records[record].cplusplus);
}

int effects_gather(struct program *program, uint32_t contents, uint32_t object,
                   struct cg_error *error)
{
    switch (program->slot_kinds.items[object]) {
    case SLOT_FUNCTION:
    case SLOT_MEMBER:
    case SLOT_CAST:
    case SLOT_ENTRY:
        return CG_OK;
    default:
        return is_typed_record(program, object)
                   ? CG_OK
                   : solver_copy(program->solver, contents, object, error);
    }
}

int effects_spread(struct program *program, uint32_t contents, uint32_t object,
                   struct cg_error *error)
{
    enum slot_kind kind = program->slot_kinds.items[object];
    if (slot_is_constant(kind) || is_typed_record(program, object)) {
        return CG_OK;
    }
    object = kind == SLOT_UNKNOWN ? program->outside : object;
    return solver_copy(program->solver, object, contents, error);
}

int effects_fill(struct program *program, uint32_t unknown, uint32_t object, struct cg_error *error)
{
    enum slot_kind kind = program->slot_kinds.items[object];
    if (slot_is_constant(kind) || kind == SLOT_UNKNOWN) {
        return CG_OK;
    }
    return kind == SLOT_RECORD
               ? memory_fill(program, program->slot_index.items[object], unknown, error)
               : solver_address(program->solver, object, unknown, error);
}

/* A slot that holds the value of `SLOT` or `&SLOT`. */
static int slot_of_text(uint32_t *out, struct program *program, const char *text,
                        struct cg_error *error)
{
    bool address = *text == '&';
    int status = slot_named(out, program, text + address, strlen(text + address), error);
    return status || !address ? status : slot_holding(out, program, *out, error);
}

static int name_slot(struct program *program, const struct summary_operand *operand,
                     struct cg_error *error)
{
    uint32_t slot;
    const char *text = operand->text;
    if (operand->kind != SUMMARY_SLOT) {
        return CG_OK;
    }
    text += *text == '&';
    return slot_named(&slot, program, text, strlen(text), error);
}

static int name_slots(struct program *program, const struct summary_effect *effect,
                      struct cg_error *error)
{
    int status = name_slot(program, &effect->target, error);
    status = status ? status : name_slot(program, &effect->source, error);
    status = status ? status : name_slot(program, &effect->result, error);
    for (size_t i = 0; i < effect->count && !status; i++) {
        status = name_slot(program, &effect->arguments[i], error);
    }
    return status;
}

int effects_name_slots(struct program *program, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct summary *summary = program->functions[f].summary;
        for (size_t i = 0; summary && i < summary->count && !status; i++) {
            status = name_slots(program, &summary->effects[i], error);
        }
    }
    return status;
}

/** The i-th slot of an operand. */
typedef int get_slot(uint32_t *out, bool *more, const struct effecting *e,
                     const struct summary_operand *operand, uint32_t i, struct cg_error *error);

/* The object for an unknown value from a library function. */
static int unknown_given(uint32_t *out, const struct effecting *e, const char *reason,
                         struct cg_error *error)
{
    const char *name = function_name(e->program, e->function);
    return causes_unknown(out, e->program, reason, name, error);
}

/* A slot that holds it. */
static int unknown_slot(uint32_t *out, const struct effecting *e, const char *reason,
                        struct cg_error *error)
{
    uint32_t unknown;
    int status = unknown_given(&unknown, e, reason, error);
    return status ? status : slot_holding(out, e->program, unknown, error);
}

static int allocate(uint32_t *out, const struct effecting *e, struct cg_error *error)
{
    int status = memory_of(out, e->program, e->call, error);
    return status ? status : receivers_allocate(e->program, e->call, e->function, error);
}

/* The slots of an operand, without its star. @return whether there is an i-th. */
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
        return *more ? slot_of_text(out, program, operand->text, error) : CG_OK;
    case SUMMARY_NEW:
        return *more ? allocate(out, e, error) : CG_OK;
    case SUMMARY_UNKNOWN:
        return *more ? unknown_slot(out, e, operand->text, error) : CG_OK;
    case SUMMARY_NOTHING:
        return CG_OK;
    }
    return CG_OK;
}

/* The i-th slot that holds an operand's value; NUMBER_NONE: it holds no pointers. */
static int value_slot(uint32_t *out, bool *more, const struct effecting *e,
                      const struct summary_operand *operand, uint32_t i, struct cg_error *error)
{
    int status = base_slot(out, more, e, operand, i, error);
    if (!status && operand->deref && *out != NUMBER_NONE) {
        status = load(out, e->program, *out, error);
    }
    return status;
}

/** Processes each slot of an operand. */
typedef int use_slot(const struct effecting *e, uint32_t slot, const void *data,
                     struct cg_error *error);

/* @param get base_slot, or value_slot for an operand after a star */
static int each_slot(const struct effecting *e, const struct summary_operand *operand,
                     get_slot *get, use_slot *use, const void *data, struct cg_error *error)
{
    bool more = true;
    int status = CG_OK;
    for (uint32_t i = 0; !status; i++) {
        uint32_t slot;
        status = get(&slot, &more, e, operand, i, error);
        if (status || !more) {
            break;
        }
        if (slot != NUMBER_NONE) {
            status = use(e, slot, data, error);
        }
    }
    return status;
}

/** An assignment whose source is a slot. */
struct assigning {
    const struct summary_effect *effect;
    uint32_t source;
};

/* What dlsym may find in the graph. */
static int assign_found(const struct effecting *e, const struct summary_effect *effect, uint32_t to,
                        struct cg_error *error)
{
    struct program *program = e->program;
    if (!(program->promised & CG_PROMISE_LOADED_CODE_COLLECTED) ||
        strcmp(effect->source.text, CG_UNKNOWN_DLSYM) != 0) {
        return CG_OK;
    }
    return effect->target.deref ? solver_store(program->solver, to, program->found, error)
                                : solver_copy(program->solver, to, program->found, error);
}

/* An unknown value fills a record. The type of a result shows whether it may be a function. */
static int assign_unknown(const struct effecting *e, const struct summary_effect *effect,
                          uint32_t to, struct cg_error *error)
{
    uint32_t unknown;
    struct program *program = e->program;
    const struct cg_value *type = &program->functions[e->function].signature;
    int status = unknown_given(&unknown, e, effect->source.text, error);
    status = status ? status : assign_found(e, effect, to, error);
    if (status || effect->target.deref) {
        return status ? status : program_watch(program, to, WATCH_FILL, unknown, error);
    }
    if (effect->target.kind == SUMMARY_RESULT) {
        struct cg_value result = signature_part(type, 0);
        status = unknown_type(&result, program, result, error);
        status = status ? status : unknown_as(&unknown, program, unknown, &result, error);
    }
    return status ? status : solver_address(program->solver, to, unknown, error);
}

static int assign_to(const struct effecting *e, uint32_t to, const void *data,
                     struct cg_error *error)
{
    const struct assigning *assigning = data;
    const struct summary_effect *effect = assigning->effect;
    struct solver *solver = e->program->solver;
    if (effect->source.kind == SUMMARY_UNKNOWN) {
        return assign_unknown(e, effect, to, error);
    }
    return effect->target.deref ? solver_store(solver, to, assigning->source, error)
                                : solver_copy(solver, to, assigning->source, error);
}

static int assign_from(const struct effecting *e, uint32_t source, const void *data,
                       struct cg_error *error)
{
    struct assigning assigning = {data, source};
    return each_slot(e, &assigning.effect->target, base_slot, assign_to, &assigning, error);
}

/* `*TARGET = *SOURCE`, of one argument each. */
static int assign_contents(const struct effecting *e, const struct summary_effect *effect,
                           struct cg_error *error)
{
    uint32_t to, from;
    bool more;
    int status = base_slot(&to, &more, e, &effect->target, 0, error);
    status = status ? status : base_slot(&from, &more, e, &effect->source, 0, error);
    bool both = !status && to != NUMBER_NONE && from != NUMBER_NONE;
    return both ? copy_contents(e->program, to, from, error) : status;
}

static int assign(const struct effecting *e, const struct summary_effect *effect,
                  struct cg_error *error)
{
    if (effect->target.kind == SUMMARY_RESULT && e->program->calls[e->call].result == NUMBER_NONE) {
        return CG_OK;
    }
    bool single =
        effect->target.kind != SUMMARY_VARIADIC && effect->source.kind != SUMMARY_VARIADIC;
    if (single && effect->target.deref && effect->source.deref) {
        return assign_contents(e, effect, error);
    }
    return each_slot(e, &effect->source, value_slot, assign_from, effect, error);
}

static int escape(const struct effecting *e, uint32_t slot, const void *data,
                  struct cg_error *error)
{
    (void)data;
    return solver_copy(e->program->solver, e->program->outside, slot, error);
}

/* To the callee, an unknown value is a pointer without type. */
static int argument_slot(uint32_t *out, bool *more, const struct effecting *e,
                         const struct summary_operand *operand, uint32_t i, struct cg_error *error)
{
    if (operand->kind != SUMMARY_UNKNOWN) {
        return value_slot(out, more, e, operand, i, error);
    }
    uint32_t unknown;
    struct cg_value type = {"Pv", 2};
    *more = i == 0;
    if (!*more) {
        return CG_OK;
    }
    int status = unknown_given(&unknown, e, operand->text, error);
    status = status ? status : unknown_type(&type, e->program, type, error);
    status = status ? status : unknown_as(&unknown, e->program, unknown, &type, error);
    return status ? status : slot_holding(out, e->program, unknown, error);
}

/* One argument of such a call, or all arguments of a variadic operand. */
static int add_arguments(struct number_list *slots, const struct effecting *e,
                         const struct summary_operand *operand, struct cg_error *error)
{
    bool variadic = operand->kind == SUMMARY_VARIADIC;
    bool more = true;
    int status = CG_OK;
    for (uint32_t i = 0; more && !status; i++) {
        uint32_t slot;
        status = argument_slot(&slot, &more, e, operand, i, error);
        more &= variadic;
        if (!status && (more || !variadic) && !number_add(slots, slot)) {
            status = cg_fail_memory(error);
        }
    }
    return status;
}

/* The call with a number of arguments that an effect makes for a call of the program, over any
 * number of calls between them: this ends recursion between library functions. */
static uint32_t find_shared(const struct effecting *e, const struct call *call, size_t count)
{
    const struct call *calls = e->program->calls;
    uint32_t number = calls[call->root].shared;
    while (number != NUMBER_NONE &&
           (calls[number].effect != call->effect || calls[number].count != count ||
            calls[number].through != e->function ||
            calls[number].called_back != call->called_back)) {
        number = calls[number].next;
    }
    return number;
}

/* Arguments, result and callee get their own slots. */
static int add_shared(uint32_t *out, const struct effecting *e, struct call *call, size_t count,
                      struct cg_error *error)
{
    struct program *program = e->program;
    struct number_list own = {0};
    int status = slot_new(&call->result, program, SLOT_DATA, 0, error);
    status = status ? status : slot_new(&call->pointer, program, SLOT_DATA, 0, error);
    for (size_t i = 0; i < count && !status; i++) {
        uint32_t slot;
        status = slot_new(&slot, program, SLOT_DATA, 0, error);
        if (!status && !number_add(&own, slot)) {
            status = cg_fail_memory(error);
        }
    }
    call->next = program->calls[call->root].shared;
    status = status ? status : program_add_arguments(call, program, &own, error);
    status = status ? status : program_add_call(out, program, call, error);
    if (!status) {
        program->calls[call->root].shared = *out;
    }
    free(own.items);
    return status;
}

/* A library function that another library function calls makes a call. */
static int share(uint32_t *out, bool *fresh, const struct effecting *e, struct call *call,
                 const struct number_list *slots, struct cg_error *error)
{
    struct program *program = e->program;
    uint32_t result = call->result;
    size_t count = slots->count < MOST_SHARED ? slots->count : MOST_SHARED;
    *out = find_shared(e, call, count);
    *fresh = *out == NUMBER_NONE;
    int status = *fresh ? add_shared(out, e, call, count, error) : CG_OK;
    for (size_t i = 0; i < slots->count && !status; i++) {
        uint32_t at = program->calls[*out].arguments + (uint32_t)(i < count ? i : count - 1);
        if (slots->items[i] != NUMBER_NONE) {
            status =
                solver_copy(program->solver, program->arguments.items[at], slots->items[i], error);
        }
    }
    if (!status && result != NUMBER_NONE) {
        status = solver_copy(program->solver, result, program->calls[*out].result, error);
    }
    return status;
}

/* Who may make the calls of a library function, which another one may have called. */
static uint8_t called_back(const struct summary *summary, uint8_t outer)
{
    uint8_t own = summary->immediate  ? CALLED_BACK_IMMEDIATELY
                  : summary->confined ? CALLED_BACK_CONFINED
                  : summary->at_exit  ? CALLED_BACK_AT_EXIT
                                      : CALLED_BACK_LATER;
    return called_back_by_either(own, outer);
}

/* The call that the library makes for its caller.
 * @param pointer slot of the callee; NUMBER_NONE: a virtual call */
static int call_back(uint32_t *out, bool *fresh, const struct effecting *e,
                     const struct summary_effect *effect, uint32_t pointer, struct cg_error *error)
{
    struct program *program = e->program;
    struct call call = program->calls[e->call];
    struct number_list slots = {0};
    bool nested = call.kind == CALL_CALLBACK;
    bool more;
    int status = CG_OK;
    for (size_t i = 0; i < effect->count && !status; i++) {
        status = add_arguments(&slots, e, &effect->arguments[i], error);
    }
    status = status ? status : base_slot(&call.result, &more, e, &effect->result, 0, error);
    call.kind = CALL_CALLBACK;
    call.through = e->function;
    call.called_back = called_back(program->functions[e->function].summary,
                                   nested ? call.called_back : CALLED_BACK_NEVER);
    call.memory = NUMBER_NONE;
    call.pointer = NUMBER_NONE;
    call.unknown = 0;
    call.handed_over = 0;
    library_calls_type(&call, program, &effect->target, pointer, e->function);
    call.bound = NULL;
    call.root = nested ? call.root : e->call;
    call.effect = effect;
    *fresh = true;
    if (!status && effect->bound) {
        status = program_entry(&call.bound, program, BOUND_SPECIAL, error);
    }
    if (!status && nested) {
        status = share(out, fresh, e, &call, &slots, error);
    } else if (!status) {
        status = program_add_arguments(&call, program, &slots, error);
        status = status ? status : program_add_call(out, program, &call, error);
    }
    free(slots.items);
    return status;
}

static int effect_call(const struct effecting *e, const struct summary_effect *effect,
                       struct cg_error *error)
{
    struct program *program = e->program;
    bool nested = program->calls[e->call].kind == CALL_CALLBACK;
    uint32_t pointer, call;
    bool more, fresh;
    int status = value_slot(&pointer, &more, e, &effect->target, 0, error);
    if (status || pointer == NUMBER_NONE) {
        return status;
    }
    status = call_back(&call, &fresh, e, effect, pointer, error);
    if (!status && nested) {
        uint32_t own = program->calls[call].pointer;
        status = solver_copy(program->solver, own, pointer, error);
        pointer = own;
    }
    if (!status && !nested) {
        program->calls[call].pointer = pointer;
        status = shared_calls_add(program, call, error);
    }
    return status || !fresh ? status : program_watch(program, pointer, WATCH_CALL, call, error);
}

static int effect_virtual(const struct effecting *e, const struct summary_effect *effect,
                          struct cg_error *error)
{
    uint32_t call;
    bool fresh;
    int status = call_back(&call, &fresh, e, effect, NUMBER_NONE, error);
    return status || !fresh ? status
                            : call_virtual(e->program, call, effect->receiver, effect->slot, error);
}

int effects_apply(struct program *program, uint32_t call, uint32_t function, struct cg_error *error)
{
    const struct summary *summary = program->functions[function].summary;
    struct effecting e = {program, call, function};
    int status = objects_hand_over(program, call, summary, error);
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
            status = each_slot(&e, &effect->target, value_slot, escape, NULL, error);
            break;
        }
    }
    return status;
}
