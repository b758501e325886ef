/*
 * The unwind tables are exact at every instruction, so they come first. Frame pointers serve where
 * there are none: in generated code.
 *
 * The steps of addresses are kept (image.h), the frames of a deep stack (memo.h), and the nodes of
 * the outer frames of a thread's last stack (sampler.c).
 */
#include "unwind.h"

#include "memo.h"

#include <dwarf.h>
#include <string.h>

#define MOST_FRAMES 16384u
#define MOST_VALUES 16u
#define FIRST_CODE 4096u /* no code is below: what returns there has no caller */

struct walk {
    const struct snapshot *snapshot;
    struct space *space;
    uint64_t registers[IMAGE_REGISTERS];
    uint64_t frame_address; /* the CFA: the stack pointer of the caller after the return */
    bool has_moved;         /* to a stack that is not the copied one */
    bool is_exact;          /* the address is that of the next instruction, not behind a call */
    enum unwound_end end;
};

/* A word of the stack, if it was copied. */
static bool load(struct walk *w, uint64_t address, uint64_t *value)
{
    uint64_t from = w->snapshot->registers[IMAGE_STACK_POINTER];
    uint64_t offset = address - from, size = w->snapshot->stack_size;
    if (address < from || size < sizeof *value || offset > size - sizeof *value) {
        w->end = address < from || w->has_moved ? UNWOUND_BROKEN : UNWOUND_DEEP;
        return false;
    }
    memcpy(value, w->snapshot->stack + offset, sizeof *value);
    return true;
}

/* Whether the stack pointer is in the copy: a handler may have a stack of its own. */
static bool is_copied(const struct walk *w)
{
    uint64_t from = w->snapshot->registers[IMAGE_STACK_POINTER];
    uint64_t stack = w->registers[IMAGE_STACK_POINTER];
    return stack >= from && stack - from < w->snapshot->stack_size;
}

/* Values of an expression. */
struct values {
    uint64_t value[MOST_VALUES];
    unsigned count;
};

static bool push(struct values *values, uint64_t value)
{
    bool fits = values->count < MOST_VALUES;
    if (fits) {
        values->value[values->count++] = value;
    }
    return fits;
}

static uint64_t combine(uint8_t atom, uint64_t a, uint64_t b)
{
    switch (atom) {
    case DW_OP_plus:
        return a + b;
    case DW_OP_minus:
        return a - b;
    case DW_OP_and:
        return a & b;
    case DW_OP_or:
        return a | b;
    case DW_OP_mul:
        return a * b;
    case DW_OP_shl:
        return b < 64 ? a << b : 0;
    default: /* DW_OP_ge */
        return (int64_t)a >= (int64_t)b;
    }
}

static bool operate(struct walk *w, struct values *values, const Dwarf_Op *op)
{
    uint8_t atom = op->atom;
    uint64_t *top = values->count ? &values->value[values->count - 1] : NULL;
    if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31) {
        return push(values, atom - DW_OP_lit0);
    }
    if (atom >= DW_OP_reg0 && atom < DW_OP_reg0 + IMAGE_REGISTERS) {
        return push(values, w->registers[atom - DW_OP_reg0]);
    }
    if (atom >= DW_OP_breg0 && atom < DW_OP_breg0 + IMAGE_REGISTERS) {
        return push(values, w->registers[atom - DW_OP_breg0] + op->number);
    }
    switch (atom) {
    case DW_OP_bregx:
        return op->number < IMAGE_REGISTERS && push(values, w->registers[op->number] + op->number2);
    case DW_OP_call_frame_cfa:
        return push(values, w->frame_address);
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        return push(values, op->number);
    case DW_OP_plus_uconst:
        return top && (*top += op->number, true);
    case DW_OP_deref:
        return top && load(w, *top, top);
    case DW_OP_plus:
    case DW_OP_minus:
    case DW_OP_and:
    case DW_OP_or:
    case DW_OP_mul:
    case DW_OP_shl:
    case DW_OP_ge:
        if (values->count < 2) {
            return false;
        }
        top[-1] = combine(atom, top[-1], *top);
        values->count--;
        return true;
    default:
        return false;
    }
}

static bool is_register(const Dwarf_Op *op)
{
    return op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31;
}

/* The value that an expression says, or the one at the address that it says. */
static bool evaluate(struct walk *w, const struct image_rule *rule, bool is_address, uint64_t *out)
{
    struct values values = {.count = 0};
    unsigned length = rule->length;
    if (length && rule->operations[length - 1].atom == DW_OP_stack_value) {
        is_address = false;
        length--;
    }
    is_address = is_address && !(length && is_register(&rule->operations[length - 1]));
    w->end = UNWOUND_BROKEN;
    for (unsigned i = 0; i < length; i++) {
        if (!operate(w, &values, &rule->operations[i])) {
            return false;
        }
    }
    if (!values.count) {
        return false;
    }
    *out = values.value[values.count - 1];
    return !is_address || load(w, *out, out);
}

/* Tables need not say that a register was restored: it was saved where the stack is no more. */
static bool load_saved(struct walk *w, uint64_t address, uint64_t *value)
{
    return address < w->registers[IMAGE_STACK_POINTER] || load(w, address, value);
}

/* @param value what the register has in the function */
static bool restore(struct walk *w, const struct image_rule *rule, uint64_t *value)
{
    switch ((enum image_rule_kind)rule->kind) {
    case IMAGE_SAVED:
        return load_saved(w, w->frame_address + (uint64_t)rule->offset, value);
    case IMAGE_OFFSET:
        *value = w->frame_address + (uint64_t)rule->offset;
        return true;
    case IMAGE_EXPRESSION:
        return evaluate(w, rule, true, value);
    default:
        return true;
    }
}

/* Go to the caller as the tables say. */
static bool follow(struct walk *w, const struct image_step *step)
{
    uint64_t values[IMAGE_REGISTERS];
    if (step->base >= 0) {
        w->frame_address = w->registers[step->base] + (uint64_t)step->base_offset;
    } else if (!evaluate(w, &step->expression, false, &w->frame_address)) {
        return false;
    }
    for (unsigned i = 0; i < step->rule_count; i++) {
        values[i] = w->registers[step->rules[i].number];
        if (!restore(w, &step->rules[i], &values[i])) {
            return false;
        }
    }
    for (unsigned i = 0; i < step->rule_count; i++) {
        w->registers[step->rules[i].number] = values[i];
    }
    w->is_exact = step->is_signal;
    return true;
}

/* Go to the caller by the frame pointer: it points at the caller's, below the return address. */
static bool follow_pointer(struct walk *w)
{
    uint64_t pointer = w->registers[IMAGE_FRAME_POINTER];
    uint64_t caller;
    uint64_t target;
    w->end = UNWOUND_BROKEN;
    if (pointer % 8 || pointer < w->registers[IMAGE_STACK_POINTER] || !load(w, pointer, &caller) ||
        !load(w, pointer + 8, &target) || !space_find(w->space, target - 1)) {
        return false;
    }
    w->registers[IMAGE_FRAME_POINTER] = caller;
    w->registers[IMAGE_STACK_POINTER] = pointer + 16;
    w->registers[IMAGE_RETURN] = target;
    w->is_exact = false;
    return true;
}

static const struct image_step *find_step(struct walk *w, uint64_t address)
{
    const struct mapping *mapping = space_find(w->space, address);
    return mapping && mapping->image
               ? image_step(mapping->image, address - mapping->start + mapping->offset)
               : NULL;
}

/* @return whether there is a caller */
static bool next_frame(struct walk *w, struct unwound_frame *frame)
{
    uint64_t stack = w->registers[IMAGE_STACK_POINTER];
    frame->address = w->registers[IMAGE_RETURN] - !w->is_exact;
    const struct image_step *step = find_step(w, frame->address);
    frame->is_signal = step && step->is_signal;
    if (step && step->is_last) {
        w->end = UNWOUND_WHOLE;
        return false;
    }
    if (step ? !follow(w, step) : !follow_pointer(w)) {
        return false;
    }
    if (w->registers[IMAGE_RETURN] < FIRST_CODE) {
        w->end = UNWOUND_WHOLE;
        return false;
    }
    frame->site = w->registers[IMAGE_RETURN];
    w->end = UNWOUND_BROKEN;
    w->has_moved = w->has_moved || (frame->is_signal && !is_copied(w));
    return frame->is_signal || w->registers[IMAGE_STACK_POINTER] > stack;
}

enum unwound_end unwind(GArray *frames, struct space *space, const struct snapshot *snapshot,
                        struct memo *memo)
{
    struct walk w = {.snapshot = snapshot, .space = space, .is_exact = true};
    bool more = true, plain = true;
    memcpy(w.registers, snapshot->registers, sizeof w.registers);
    guint count = 0;
    g_array_set_size(frames, MOST_FRAMES); /* appending each would take as long as finding it */
    if (memo) {
        memo_begin(memo, space, snapshot);
    }
    while (more && count < MOST_FRAMES) {
        if (memo && memo_join(memo, w.registers, w.is_exact, frames, count, &w.end)) {
            count = frames->len;
            more = false;
            break;
        }
        struct unwound_frame *frame = &g_array_index(frames, struct unwound_frame, count++);
        *frame = (struct unwound_frame){0};
        more = next_frame(&w, frame);
        plain = plain && !frame->is_signal;
    }
    g_array_set_size(frames, count);
    enum unwound_end end = more ? UNWOUND_DEEP : w.end;
    if (memo) {
        memo_end(memo, frames, end, plain && end != UNWOUND_DEEP);
    }
    return end;
}
