/*
 * A slot for each record gathers what is passed to calls whose summaries name fields of it, and all
 * that this points to; a watch connects the objects that arrive there with the record.
 */
#include "points_to/object_memory.h"

#include <string.h>

/* A slot that holds what may be a record for such code: what is passed, and all it points to,
 * directly or not. */
static int reached(uint32_t *out, struct program *program, uint32_t record, struct cg_error *error)
{
    *out = program->records[record].reached;
    if (*out != NUMBER_NONE) {
        return CG_OK;
    }
    int status = slot_new(out, program, SLOT_DATA, 0, error);
    status = status ? status : solver_load(program->solver, *out, *out, error);
    status = status ? status : program_watch(program, *out, WATCH_TYPED, record, error);
    program->records[record].reached = status ? NUMBER_NONE : *out;
    return status;
}

static int hand_over(struct program *program, uint32_t call, uint32_t record,
                     struct cg_error *error)
{
    uint32_t to;
    int status = reached(&to, program, record, error);
    for (uint32_t i = 0; i < program->calls[call].count && !status; i++) {
        uint32_t from = program->arguments.items[program->calls[call].arguments + i];
        status = from == NUMBER_NONE ? CG_OK : solver_copy(program->solver, to, from, error);
    }
    return status;
}

/* An operand that names a field means its record. */
static int hand_to_operand(struct program *program, uint32_t call,
                           const struct summary_operand *operand, struct cg_error *error)
{
    const char *text = operand->kind == SUMMARY_SLOT ? operand->text : "";
    uint32_t slot;
    text += *text == '&';
    if (*text != 'f') {
        return CG_OK;
    }
    int status = slot_named(&slot, program, text, strlen(text), error);
    return status ? status : hand_over(program, call, program->slot_index.items[slot], error);
}

static int hand_to_effect(struct program *program, uint32_t call,
                          const struct summary_effect *effect, struct cg_error *error)
{
    int status = hand_to_operand(program, call, &effect->target, error);
    status = status ? status : hand_to_operand(program, call, &effect->source, error);
    status = status ? status : hand_to_operand(program, call, &effect->result, error);
    for (size_t i = 0; i < effect->count && !status; i++) {
        status = hand_to_operand(program, call, &effect->arguments[i], error);
    }
    return status;
}

int objects_hand_over(struct program *program, uint32_t call, const struct summary *summary,
                      struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; program->by_address && i < summary->count && !status; i++) {
        status = hand_to_effect(program, call, &summary->effects[i], error);
    }
    return status;
}
