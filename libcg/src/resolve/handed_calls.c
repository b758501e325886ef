/* Calls by unknown library functions: they may call their arguments. */
#include "points_to/unknown_causes.h"
#include "resolve/bind_calls.h"
#include "resolve/shared_calls.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

/** If functions passed times library functions exceed this, the call becomes unresolved. */
#define MOST_HANDED 64u

/** A call that passes arguments to library functions. */
struct handing {
    struct program *program;
    uint32_t call;
    const uint32_t *pairs; /**< of the call and the library functions */
    size_t pair_count;
    struct number_list functions; /**< functions passed, sorted */
    bool crowded;                 /**< these are too many to be called one by one */
    bool *many; /**< by slot: it is known to hold more functions than are passed one by one */
};

static int add_functions(struct handing *h, uint32_t slot, struct cg_error *error)
{
    const struct program *program = h->program;
    uint32_t *objects = NULL;
    size_t count, before = h->functions.count;
    int status = solver_objects(program->solver, slot, &objects, &count, error);
    for (size_t i = 0; i < count && !status; i++) {
        uint32_t function = program_callee(program, objects[i]);
        if (function != NUMBER_NONE && !number_add(&h->functions, function)) {
            status = cg_fail_memory(error);
        }
    }
    free(objects);
    numbers_settle(&h->functions, 1);
    h->many[slot] = h->functions.count - before > MOST_HANDED;
    return status;
}

/* Many calls pass what leads to most functions: the objects of such a slot are listed once. */
static int list_functions(struct handing *h, struct cg_error *error)
{
    const struct call *call = &h->program->calls[h->call];
    int status = CG_OK;
    bool many = false;
    h->functions.count = 0;
    for (uint32_t i = 0; i < call->count && !status && !many; i++) {
        uint32_t slot = h->program->arguments.items[call->arguments + i];
        many = slot != NUMBER_NONE && h->many[slot];
        if (slot != NUMBER_NONE && !many) {
            status = add_functions(h, slot, error);
        }
    }
    h->crowded = many || h->functions.count * h->pair_count > MOST_HANDED;
    return status;
}

/* A library function's call of its argument. */
static int add_callback(uint32_t *out, struct handing *h, uint32_t through, unsigned unknown,
                        struct cg_error *error)
{
    struct call callback = h->program->calls[h->call];
    callback.kind = CALL_CALLBACK;
    callback.through = through;
    callback.called_back = CALLED_BACK_LATER;
    callback.pointer = NUMBER_NONE;
    callback.count = 0;
    callback.result = NUMBER_NONE;
    callback.unknown = unknown;
    return program_add_call(out, h->program, &callback, error);
}

static int call_each(struct handing *h, uint32_t through, struct cg_error *error)
{
    uint32_t callback;
    int status = add_callback(&callback, h, through, 0, error);
    for (size_t i = 0; i < h->functions.count && !status; i++) {
        status = call_note_target(h->program, callback, h->functions.items[i], error);
    }
    return status;
}

/* All that is passed has escaped: searches go on from what uncollected code has. */
static int leave_open(struct handing *h, struct cg_error *error)
{
    uint32_t callback, unknown, through = h->pairs[1];
    for (size_t i = 1; i < h->pair_count; i++) {
        const struct function *functions = h->program->functions;
        uint32_t other = h->pairs[2 * i + 1];
        through = strcmp(functions[other].text, functions[through].text) < 0 ? other : through;
    }
    int status = function_unknown(&unknown, h->program, through, error);
    return status
               ? status
               : add_callback(&callback, h, through, 1u << causes_bit(h->program, unknown), error);
}

static int hand(struct handing *h, struct cg_error *error)
{
    int status = list_functions(h, error);
    if (status || (!h->functions.count && !h->crowded)) {
        return status;
    }
    if (h->crowded) {
        return leave_open(h, error);
    }
    for (size_t i = 0; i < h->pair_count && !status; i++) {
        status = call_each(h, h->pairs[2 * i + 1], error);
    }
    return status;
}

int handed_call(struct program *program, struct cg_error *error)
{
    numbers_settle(&program->handed, 2);
    const uint32_t *pairs = program->handed.items;
    size_t count = program->handed.count / 2;
    struct handing h = {.program = program};
    h.many = calloc(program->slot_kinds.count + 1, sizeof *h.many);
    int status = h.many ? CG_OK : cg_fail_memory(error);
    for (size_t i = 0, end; i < count && !status; i = end) {
        for (end = i + 1; end < count && pairs[2 * end] == pairs[2 * i];) {
            end++;
        }
        uint32_t leader = pairs[2 * i];
        h.pairs = pairs + 2 * i;
        h.pair_count = end - i;
        for (h.call = leader; h.call != NUMBER_NONE && !status;
             h.call = shared_call_next(program, leader, h.call)) {
            status = hand(&h, error);
        }
    }
    free(h.functions.items);
    free(h.many);
    return status;
}
