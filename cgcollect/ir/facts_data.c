#include "ir/ir_facts.h"

#include <string.h>

/** A part of an initialiser. */
struct part {
    LLVMValueRef value;
    uint64_t offset; /**< from the begin of the whole, elements of an array being one */
};

/** A variable whose initialiser is gone through. */
struct data {
    struct ir_facts *f;
    LLVMTypeRef record; /**< what its offsets are those of, NULL: none */
    uint64_t base;      /**< offset in the record */
    fact_slot slot;     /**< of the variable, where there is no record */
    GArray *parts;
};

static void push(struct data *data, LLVMValueRef value, uint64_t offset)
{
    if (ir_may_mention(value)) {
        struct part part = {value, offset};
        g_array_append_val(data->parts, part);
    }
}

static void push_parts(struct data *data, const struct part *whole)
{
    LLVMTypeRef type = LLVMTypeOf(whole->value);
    bool structure = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    for (unsigned i = (unsigned)LLVMGetNumOperands(whole->value); i-- > 0;) {
        uint64_t within = structure ? LLVMOffsetOfElement(data->f->layout, type, i) : 0;
        push(data, LLVMGetOperand(whole->value, i), whole->offset + within);
    }
}

static void initialise(const struct data *data, const struct part *part)
{
    struct ir_facts *f = data->f;
    fact_slot operand = ir_operand(f, part->value);
    fact_slot slot = data->slot;
    if (data->record) {
        uint64_t size = LLVMABISizeOfType(f->layout, data->record);
        uint64_t offset = data->base + part->offset;
        struct ir_field field = ir_field_at(f, data->record, size ? offset % size : offset, NULL);
        slot = ir_field_slot(f, &field);
    }
    facts_copy(f->facts, f->owner, slot, operand);
}

static void go_through(struct data *data, LLVMValueRef initial)
{
    data->parts = g_array_new(FALSE, FALSE, sizeof(struct part));
    push(data, initial, 0);
    while (data->parts->len > 0) {
        struct part part = g_array_index(data->parts, struct part, data->parts->len - 1);
        g_array_set_size(data->parts, data->parts->len - 1);
        if (LLVMIsAConstantStruct(part.value) || LLVMIsAConstantArray(part.value) ||
            LLVMIsAConstantVector(part.value)) {
            push_parts(data, &part);
        } else {
            initialise(data, &part);
        }
    }
    g_array_free(data->parts, TRUE);
}

void ir_initial_facts(struct ir_facts *f, LLVMValueRef global, const struct ir_memory *to)
{
    struct data data = {.f = f, .record = to->type, .base = to->offset};
    go_through(&data, LLVMGetInitializer(global));
}

void ir_data_facts(struct ir_facts *f, LLVMValueRef global)
{
    LLVMTypeRef type = ir_element_type(LLVMGlobalGetValueType(global));
    struct data data = {.f = f, .record = ir_record(f, type) ? type : NULL};
    if (!data.record) {
        data.slot = ir_global_slot(f, global);
    }
    go_through(&data, LLVMGetInitializer(global));
}
