/*
 * Makes facts of the initialisers of variables, field by field.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

/** A part of an initialiser. */
struct part {
    LLVMValueRef value;
    uint64_t offset;    /**< offset in the whole; all elements of an array count as one */
    LLVMTypeRef within; /**< record that contains it, NULL: the container is laid out like its
                             initialiser */
    uint64_t begin;     /**< offset in that record */
    bool member;        /**< half of a pointer to a member */
};

static void push(struct ir_facts *f, GArray *parts, const struct part *part)
{
    if (ir_may_mention(part->value)) {
        struct part pushed = *part;
        LLVMTypeRef type = LLVMTypeOf(part->value);
        if (!pushed.within && ir_record(f, type)) {
            pushed.within = type;
            pushed.begin = part->offset;
        }
        g_array_append_val(parts, pushed);
    }
}

static void push_parts(struct ir_facts *f, GArray *parts, const struct part *whole)
{
    LLVMTypeRef type = LLVMTypeOf(whole->value);
    bool structure = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    bool member = ir_is_member_pointer(f, type);
    for (unsigned i = (unsigned)LLVMGetNumOperands(whole->value); i-- > 0;) {
        uint64_t within = structure ? LLVMOffsetOfElement(f->layout, type, i) : 0;
        struct part part = *whole;
        part.value = LLVMGetOperand(whole->value, i);
        part.offset += within;
        part.member = member;
        push(f, parts, &part);
    }
}

/** @return array of struct part: the parts of a variable's initialiser that may be addresses. */
static GArray *addresses_in(struct ir_facts *f, LLVMValueRef global)
{
    GArray *addresses = g_array_new(FALSE, FALSE, sizeof(struct part));
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(struct part));
    push(f, parts, &(struct part){.value = LLVMGetInitializer(global)});
    while (parts->len > 0) {
        struct part part = g_array_index(parts, struct part, parts->len - 1);
        g_array_set_size(parts, parts->len - 1);
        bool whole = LLVMIsAConstantStruct(part.value) || LLVMIsAConstantArray(part.value) ||
                     LLVMIsAConstantVector(part.value);
        if (whole && !ir_is_virtual_member(f, part.value)) {
            push_parts(f, parts, &part);
        } else {
            g_array_append_val(addresses, part);
        }
    }
    g_array_free(parts, TRUE);
    return addresses;
}

/** Store an address in a slot; one stored as an integer may be read like any pointer that was
 *  converted to one. */
static void hold_address(struct ir_facts *f, fact_slot slot, const struct part *part)
{
    fact_slot operand = ir_operand(f, part->value);
    facts_copy(f->facts, f->owner, slot, operand);
    bool number = LLVMGetTypeKind(LLVMTypeOf(part->value)) == LLVMIntegerTypeKind;
    if (number && !part->member && !f->untyped) {
        facts_copy(f->facts, f->owner, facts_integers(f->facts), operand);
    }
}

static void fill_slot(struct ir_facts *f, const GArray *addresses, fact_slot slot)
{
    for (guint i = 0; i < addresses->len; i++) {
        hold_address(f, slot, &g_array_index(addresses, struct part, i));
    }
}

/** The part at an offset of an array of records. */
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
        hold_address(f, ir_field_slot(f, &field), part);
    }
}

void ir_initial_facts(struct ir_facts *f, LLVMValueRef global, const struct ir_memory *to)
{
    GArray *addresses = addresses_in(f, global);
    fill_record(f, addresses, to->type, to->offset);
    g_array_free(addresses, TRUE);
}

/* A union initialised through another member than the largest gives its variable a type of its own,
 * which does not name the record. So does an object that is initialised by a constant; of these the
 * virtual tables name the classes. */

/** Number of scalars compared to decide whether a type is laid out like a record. */
#define COMPARED 64

/** A scalar of a type. */
struct scalar {
    LLVMTypeRef type;
    uint64_t offset;
    bool bytes; /**< padding, or text */
};

/** @return array of struct scalar: the first scalars of a type. */
static GArray *scalars_of(const struct ir_facts *f, LLVMTypeRef type)
{
    GArray *scalars = g_array_new(FALSE, FALSE, sizeof(struct scalar));
    GArray *stack = g_array_new(FALSE, FALSE, sizeof(struct scalar));
    struct scalar whole = {type, 0, false};
    g_array_append_val(stack, whole);
    while (stack->len > 0 && scalars->len < COMPARED) {
        struct scalar next = g_array_index(stack, struct scalar, stack->len - 1);
        LLVMTypeRef element = ir_element_type(next.type);
        g_array_set_size(stack, stack->len - 1);
        if (LLVMGetTypeKind(element) != LLVMStructTypeKind) {
            struct scalar scalar = {element, next.offset, element != next.type};
            g_array_append_val(scalars, scalar);
            continue;
        }
        for (unsigned i = LLVMCountStructElementTypes(element); i-- > 0;) {
            struct scalar part = {LLVMStructGetTypeAtIndex(element, i),
                                  next.offset + LLVMOffsetOfElement(f->layout, element, i), false};
            g_array_append_val(stack, part);
        }
    }
    g_array_free(stack, TRUE);
    return scalars;
}

/** Whether a record has the size of a variable or of its elements: arrays whose elements differ in
 *  type are structs of them. */
static bool is_as_large(const struct ir_facts *f, LLVMTypeRef type, uint64_t size)
{
    LLVMTypeRef first =
        LLVMCountStructElementTypes(type) ? LLVMStructGetTypeAtIndex(type, 0) : type;
    bool structs = LLVMGetTypeKind(first) == LLVMStructTypeKind;
    return size > 0 && (LLVMABISizeOfType(f->layout, type) == size ||
                        (structs && LLVMABISizeOfType(f->layout, first) == size));
}

static bool fits(struct ir_facts *f, const GArray *scalars, LLVMTypeRef record, LLVMTypeRef type)
{
    const struct ir_record *known = ir_record(f, record);
    bool holds = known && known->pointers;
    if (!holds || !is_as_large(f, type, LLVMABISizeOfType(f->layout, record))) {
        return false;
    }
    for (guint i = 0; i < scalars->len; i++) {
        const struct scalar *scalar = &g_array_index(scalars, struct scalar, i);
        struct ir_field field = field_in(f, record, scalar->offset);
        if (!scalar->bytes && !field.in_union && field.type != scalar->type) {
            return false;
        }
    }
    return true;
}

/** Whether a linkage name contains the name of a record, without namespaces and arguments. */
static bool mentions_record(const char *name, const struct ir_record *record)
{
    char *plain = g_strndup(record->name, strcspn(record->name, "<"));
    const char *scope = g_strrstr(plain, "::");
    const char *last = scope ? scope + strlen("::") : plain;
    char *source_name = g_strdup_printf("%zu%s", strlen(last), last);
    bool found = strstr(name, source_name) != NULL;
    g_free(source_name);
    g_free(plain);
    return found;
}

/** Whether at an offset of a type there is an object of the class that a table belongs to. */
static bool has_class_at(struct ir_facts *f, LLVMTypeRef type, uint64_t offset, LLVMValueRef table)
{
    for (;;) {
        LLVMTypeRef element = ir_element_type(type);
        uint64_t size = LLVMABISizeOfType(f->layout, element);
        offset = size ? offset % size : offset;
        if (LLVMGetTypeKind(element) != LLVMStructTypeKind || offset >= size) {
            return false;
        }
        const struct ir_record *record = ir_record(f, element);
        if (record && mentions_record(ir_name(table), record)) {
            return true;
        }
        unsigned part = LLVMElementAtOffset(f->layout, element, offset);
        offset -= LLVMOffsetOfElement(f->layout, element, part);
        type = LLVMStructGetTypeAtIndex(element, part);
    }
}

/** Whether a record may have the virtual tables that an initialiser mentions: it has objects of
 *  their classes there, or a union, of which only one member is visible. */
static bool has_tables(struct ir_facts *f, const GArray *addresses, LLVMTypeRef record)
{
    bool has = true;
    for (guint i = 0; i < addresses->len && has; i++) {
        const struct part *part = &g_array_index(addresses, struct part, i);
        LLVMValueRef table = ir_table_at(f, part->value);
        has = !table || has_class_at(f, record, part->offset, table) ||
              field_in(f, record, part->offset).in_union;
    }
    return has;
}

/** Fill every record of the module that a variable may be. */
static void fill_any_record(struct ir_facts *f, const GArray *addresses, LLVMTypeRef type)
{
    GArray *scalars = scalars_of(f, type);
    guint count;
    gpointer *types = g_hash_table_get_keys_as_array(f->nested, &count);
    for (guint i = 0; i < count; i++) {
        if (fits(f, scalars, types[i], type) && has_tables(f, addresses, types[i])) {
            fill_record(f, addresses, types[i], 0);
        }
    }
    g_free(types);
    g_array_free(scalars, TRUE);
}

/** Fill the known records. The rest goes to a slot that all unions read, but for virtual tables,
 *  which those of classes have. */
static void fill_parts(struct ir_facts *f, const GArray *addresses)
{
    for (guint i = 0; i < addresses->len; i++) {
        const struct part *part = &g_array_index(addresses, struct part, i);
        if (part->within) {
            struct ir_field field = field_in(f, part->within, part->offset - part->begin);
            hold_address(f, ir_field_slot(f, &field), part);
        } else if (!ir_table_at(f, part->value) && ir_operand(f, part->value) != FACT_NONE) {
            hold_address(f, ir_union_initialisers(f), part);
        }
    }
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
    if (!f->untyped && LLVMGetTypeKind(element) == LLVMStructTypeKind &&
        LLVMIsLiteralStruct(element) && !ir_is_member_pointer(f, element)) {
        fill_any_record(f, addresses, element);
        if (ir_name(global)[0]) { /* else the compiler's own */
            fill_parts(f, addresses);
        }
    }
    g_array_free(addresses, TRUE);
}
