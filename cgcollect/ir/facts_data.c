#include "ir/ir_facts.h"

#include <string.h>

/** A part of an initialiser. */
struct part {
    LLVMValueRef value;
    uint64_t offset; /**< from the begin of the whole, elements of an array being one */
};

static void push(GArray *parts, LLVMValueRef value, uint64_t offset)
{
    if (ir_may_mention(value)) {
        struct part part = {value, offset};
        g_array_append_val(parts, part);
    }
}

static void push_parts(const struct ir_facts *f, GArray *parts, const struct part *whole)
{
    LLVMTypeRef type = LLVMTypeOf(whole->value);
    bool structure = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    for (unsigned i = (unsigned)LLVMGetNumOperands(whole->value); i-- > 0;) {
        uint64_t within = structure ? LLVMOffsetOfElement(f->layout, type, i) : 0;
        push(parts, LLVMGetOperand(whole->value, i), whole->offset + within);
    }
}

/** @return array of struct part: what a variable begins as that may be an address. */
static GArray *addresses_in(const struct ir_facts *f, LLVMValueRef global)
{
    GArray *addresses = g_array_new(FALSE, FALSE, sizeof(struct part));
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(struct part));
    push(parts, LLVMGetInitializer(global), 0);
    while (parts->len > 0) {
        struct part part = g_array_index(parts, struct part, parts->len - 1);
        g_array_set_size(parts, parts->len - 1);
        if (LLVMIsAConstantStruct(part.value) || LLVMIsAConstantArray(part.value) ||
            LLVMIsAConstantVector(part.value)) {
            push_parts(f, parts, &part);
        } else {
            g_array_append_val(addresses, part);
        }
    }
    g_array_free(parts, TRUE);
    return addresses;
}

static void fill_slot(struct ir_facts *f, const GArray *addresses, fact_slot slot)
{
    for (guint i = 0; i < addresses->len; i++) {
        LLVMValueRef value = g_array_index(addresses, struct part, i).value;
        facts_copy(f->facts, f->owner, slot, ir_operand(f, value));
    }
}

/** What lies at an offset of an array of records. */
static struct ir_field field_in(struct ir_facts *f, LLVMTypeRef record, uint64_t offset)
{
    uint64_t size = LLVMABISizeOfType(f->layout, record);
    return ir_field_at(f, record, size ? offset % size : offset, NULL);
}

static void fill_record(struct ir_facts *f, const GArray *addresses, LLVMTypeRef record,
                        uint64_t base)
{
    for (guint i = 0; i < addresses->len; i++) {
        const struct part *part = &g_array_index(addresses, struct part, i);
        struct ir_field field = field_in(f, record, base + part->offset);
        facts_copy(f->facts, f->owner, ir_field_slot(f, &field), ir_operand(f, part->value));
    }
}

void ir_initial_facts(struct ir_facts *f, LLVMValueRef global, const struct ir_memory *to)
{
    GArray *addresses = addresses_in(f, global);
    fill_record(f, addresses, to->type, to->offset);
    g_array_free(addresses, TRUE);
}

/* A union that begins as another member than the largest makes the type of its variable one of its
 * own: nothing says what record it is. */

static bool fits(struct ir_facts *f, const GArray *addresses, LLVMTypeRef record, uint64_t whole)
{
    const struct ir_record *known = ir_record(f, record);
    uint64_t size = known && known->pointers ? LLVMABISizeOfType(f->layout, record) : 0;
    if (size == 0 || whole % size != 0) {
        return false;
    }
    for (guint i = 0; i < addresses->len; i++) {
        struct ir_field field =
            field_in(f, record, g_array_index(addresses, struct part, i).offset);
        if (!field.in_union && LLVMGetTypeKind(field.type) != LLVMPointerTypeKind) {
            return false;
        }
    }
    return true;
}

/** Whether a type is that of pointers to members: two numbers, and no record's. */
static bool is_member_pointer(const struct ir_facts *f, LLVMTypeRef type)
{
    return LLVMCountStructElementTypes(type) == 2 &&
           ir_is_word(f, LLVMStructGetTypeAtIndex(type, 0)) &&
           ir_is_word(f, LLVMStructGetTypeAtIndex(type, 1));
}

/** Fill whatever records of the module a variable may be. */
static void fill_any_record(struct ir_facts *f, const GArray *addresses, uint64_t whole)
{
    GHashTableIter iter;
    void *type;
    GPtrArray *types = g_ptr_array_new();
    g_hash_table_iter_init(&iter, f->nested);
    while (g_hash_table_iter_next(&iter, &type, NULL)) {
        g_ptr_array_add(types, type);
    }
    for (guint i = 0; i < types->len; i++) {
        if (fits(f, addresses, types->pdata[i], whole)) {
            fill_record(f, addresses, types->pdata[i], 0);
        }
    }
    g_ptr_array_free(types, TRUE);
}

void ir_data_facts(struct ir_facts *f, LLVMValueRef global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    LLVMTypeRef element = ir_element_type(type);
    GArray *addresses = addresses_in(f, global);
    if (ir_record(f, element)) {
        fill_record(f, addresses, element, 0);
    } else {
        fill_slot(f, addresses, ir_global_slot(f, global));
    }
    if (LLVMGetTypeKind(element) == LLVMStructTypeKind && LLVMIsLiteralStruct(element) &&
        !is_member_pointer(f, element)) {
        fill_any_record(f, addresses, LLVMABISizeOfType(f->layout, type));
    }
    g_array_free(addresses, TRUE);
}
