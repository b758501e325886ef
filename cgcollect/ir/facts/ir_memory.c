/*
 * Finds the memory that a pointer leads to (a variable, a field of a record, anything), and loads
 * from it and stores to it.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

/** Chains of addresses within one function are short. */
#define CHAIN 1000

static LLVMOpcode opcode_of(LLVMValueRef value)
{
    if (LLVMIsAInstruction(value)) {
        return LLVMGetInstructionOpcode(value);
    }
    return LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) : (LLVMOpcode)0;
}

/* Steps */

/** The way of an address's indices. */
struct path {
    LLVMTypeRef type;   /**< type reached so far */
    LLVMTypeRef record; /**< outermost struct with a name entered so far, or NULL */
    uint64_t offset;    /**< offset in the record, or in the whole */
    bool content;       /**< reached what a class is memory for, which has no indices */
    bool list;          /**< entered a va_list */
    bool part;          /**< entered a struct that is no record */
    bool computed;
    bool sum;    /**< adds a number that may lead to another field */
    bool moved;  /**< at an offset other than 0 */
    bool varies; /**< at an offset that is no constant */
};

static void enter(struct ir_facts *f, struct path *path)
{
    if (!path->record && ir_record(f, path->type)) {
        path->record = path->type;
        path->offset = 0;
    }
}

static void reach(const struct ir_facts *f, struct path *path, LLVMTypeRef type)
{
    path->type = ir_content(f, type);
    path->content = path->type != type;
}

/** Follow one index. @return false if there is nothing to follow */
static bool follow_index(struct ir_facts *f, struct path *path, LLVMValueRef index)
{
    if (path->content) {
        return false;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(path->type);
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        reach(f, path, LLVMGetElementType(path->type));
        return true;
    }
    if (kind != LLVMStructTypeKind || !LLVMIsAConstantInt(index)) {
        return false;
    }
    enter(f, path);
    path->list = path->list || ir_is_va_list(path->type);
    path->part = path->part || LLVMIsLiteralStruct(path->type);
    unsigned element = (unsigned)LLVMConstIntGetZExtValue(index);
    path->offset += LLVMOffsetOfElement(f->layout, path->type, element);
    reach(f, path, LLVMStructGetTypeAtIndex(path->type, element));
    return true;
}

static bool is_bytes(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/** Whether a number is the offset of a virtual base, read from the virtual table. */
static bool is_base_offset(LLVMValueRef index)
{
    LLVMValueRef entry = LLVMIsALoadInst(index) ? LLVMGetOperand(index, 0) : NULL;
    if (!entry || !LLVMIsAGetElementPtrInst(entry) || LLVMGetNumOperands(entry) != 2) {
        return false;
    }
    LLVMValueRef at = LLVMGetOperand(entry, 1);
    return is_bytes(LLVMGetGEPSourceElementType(entry)) && LLVMIsAConstantInt(at) &&
           LLVMConstIntGetSExtValue(at) < 0 && LLVMIsALoadInst(LLVMGetOperand(entry, 0));
}

/** Whether a place may hold a pointer: one that is counted in the other places of a record. */
static bool is_cell(const struct ir_facts *f, LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind || ir_is_word(f, type);
}

/** The first index counts whole objects, which count as one; but bytes and cells may lead into
 * another field. */
static struct path path_of(struct ir_facts *f, LLVMValueRef address)
{
    struct path path = {0};
    reach(f, &path, LLVMGetGEPSourceElementType(address));
    unsigned count = (unsigned)LLVMGetNumOperands(address);
    if (is_bytes(path.type)) {
        LLVMValueRef index = LLVMGetOperand(address, 1);
        bool constant = LLVMIsAConstantInt(index);
        path.computed = !constant && !is_base_offset(index);
        bool adjusts = LLVMIsAExtractValueInst(index); /* an object to a base: a member's pointer */
        bool counted = constant ? !LLVMIsNull(index) : path.computed && !adjusts;
        path.sum = counted;
        path.offset = constant ? (uint64_t)LLVMConstIntGetSExtValue(index) : 0;
    }
    path.sum = path.sum || (is_cell(f, path.type) && !LLVMIsNull(LLVMGetOperand(address, 1)));
    for (unsigned i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(address, i);
        path.varies = path.varies || !LLVMIsAConstantInt(index);
        path.moved = path.moved || !LLVMIsNull(index);
    }
    for (unsigned i = 2; i < count && follow_index(f, &path, LLVMGetOperand(address, i)); i++) {
    }
    if (path.content && count > 2) {
        enter(f, &path);
    }
    return path;
}

/** The argument that an intrinsic returns unchanged. */
static LLVMValueRef handed_on(LLVMValueRef call)
{
    static const char *const names[] = {
        "llvm.launder.invariant.group", "llvm.preserve.",
        "llvm.ptr.annotation",          "llvm.ptrmask",
        "llvm.strip.invariant.group",   "llvm.ssa.copy",
        "llvm.threadlocal.address",
    };
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? ir_name(callee) : "";
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_has_prefix(name, names[i])) {
            return LLVMGetOperand(call, 0);
        }
    }
    return NULL;
}

/** The value that a value equals, NULL if none. */
static LLVMValueRef same_as(LLVMValueRef value)
{
    switch (opcode_of(value)) {
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
        return LLVMGetOperand(value, 0);
    case LLVMCall:
        return LLVMIsACallInst(value) ? handed_on(value) : NULL;
    default:
        return NULL;
    }
}

/* Roots */

/** Bytes counted beyond the end lead into the next element of an array. */
static struct ir_memory in_record(const struct ir_facts *f, struct ir_memory found,
                                  LLVMTypeRef type, uint64_t offset, LLVMTypeRef target)
{
    bool sized = LLVMTypeIsSized(type);
    int64_t size = sized ? (int64_t)LLVMABISizeOfType(f->layout, type) : 0;
    int64_t at = (int64_t)(found.offset + offset);
    found.kind = IR_RECORD;
    found.type = type;
    found.target = found.offset ? NULL : ir_element_type(target);
    found.offset = size > 0 ? (uint64_t)((at % size + size) % size) : (uint64_t)at;
    return found;
}

static struct ir_memory in_variable(struct ir_facts *f, struct ir_memory found, LLVMTypeRef type,
                                    LLVMValueRef variable)
{
    LLVMTypeRef element = ir_content(f, ir_element_type(type));
    if (ir_record(f, element)) {
        return in_record(f, found, element, 0, element);
    }
    found.kind = IR_SLOT;
    found.type = type;
    found.value = variable;
    found.slot =
        LLVMIsAAllocaInst(variable) ? ir_value_slot(f, variable) : ir_global_slot(f, variable);
    if (ir_element_type(type) != type && ir_is_tracked(f, element) && !ir_is_va_list(type)) {
        bool local = LLVMIsAAllocaInst(variable);
        facts_cell_type(f->facts, local ? f->owner : UNIT_NONE, found.slot, "", true);
    }
    return found;
}

/** Whether a constant contains the address of anything. */
static bool has_address(const struct ir_facts *f, LLVMValueRef constant)
{
    bool found = false;
    GPtrArray *parts = g_ptr_array_new();
    g_ptr_array_add(parts, constant);
    while (parts->len > 0 && !found) {
        LLVMValueRef part = g_ptr_array_steal_index_fast(parts, parts->len - 1);
        bool whole = LLVMIsAConstantStruct(part) || LLVMIsAConstantArray(part) ||
                     LLVMIsAConstantVector(part);
        found = (!whole && ir_may_mention(part)) || ir_is_virtual_member(f, part);
        for (int i = 0; whole && i < LLVMGetNumOperands(part); i++) {
            LLVMValueRef inner = LLVMGetOperand(part, (unsigned)i);
            if (ir_may_mention(inner)) {
                g_ptr_array_add(parts, inner);
            }
        }
    }
    g_ptr_array_free(parts, TRUE);
    return found;
}

/** Whether a variable never holds a pointer to anything. */
static bool is_plain_data(struct ir_facts *f, LLVMValueRef global)
{
    void *known;
    if (!g_hash_table_lookup_extended(f->plain, global, NULL, &known)) {
        LLVMValueRef initial = LLVMIsGlobalConstant(global) ? LLVMGetInitializer(global) : NULL;
        bool plain = ir_is_class_data(ir_name(global)) || (initial && !has_address(f, initial));
        known = GINT_TO_POINTER(plain);
        g_hash_table_insert(f->plain, global, known);
    }
    return GPOINTER_TO_INT(known) != 0;
}

void ir_note_declared(struct ir_facts *f, LLVMValueRef global)
{
    LLVMTypeRef type = ir_element_type(LLVMGlobalGetValueType(global));
    const struct ir_record *record = ir_record(f, type);
    if (record && record->pointers && g_hash_table_add(f->declared, global)) {
        facts_typed(f->facts, UNIT_NONE, ir_global_slot(f, global), record->name);
        ir_note_nested(f, type);
    }
}

void ir_reach_variable(struct ir_facts *f, LLVMValueRef global)
{
    if (g_hash_table_add(f->reached, global)) {
        g_ptr_array_add(f->variables, global);
    }
}

static struct ir_memory in_global(struct ir_facts *f, struct ir_memory found, LLVMValueRef global)
{
    if (is_plain_data(f, global)) {
        found.kind = IR_NOWHERE;
        found.value = global;
        return found;
    }
    ir_reach_variable(f, global);
    bool constant = LLVMIsGlobalConstant(global) && LLVMGetInitializer(global);
    found.initial = constant ? global : NULL;
    if (LLVMIsDeclaration(global)) {
        ir_note_declared(f, global);
    }
    return in_variable(f, found, LLVMGlobalGetValueType(global), global);
}

static struct ir_memory at_root(struct ir_facts *f, struct ir_memory found, LLVMValueRef root)
{
    if (LLVMIsAAllocaInst(root)) {
        return in_variable(f, found, LLVMGetAllocatedType(root), root);
    }
    if (LLVMIsAGlobalVariable(root)) {
        return in_global(f, found, root);
    }
    found.kind = IR_POINTER;
    found.value = root;
    return found;
}

/** Whether a constant is the address of a variable and the distance to another: it leads there. */
static bool has_distance(LLVMValueRef pointer)
{
    bool constant = LLVMIsAConstantExpr(pointer) && opcode_of(pointer) == LLVMGetElementPtr;
    int count = constant ? LLVMGetNumOperands(pointer) : 0;
    bool has = false;
    for (int i = 1; i < count && !has; i++) {
        has = LLVMIsAConstantExpr(LLVMGetOperand(pointer, (unsigned)i));
    }
    return has;
}

struct ir_memory ir_memory(struct ir_facts *f, LLVMValueRef pointer)
{
    struct ir_memory found = {.kind = IR_POINTER};
    for (unsigned i = 0;
         i < CHAIN && !(f->untyped && (has_distance(pointer) || ir_is_relative(f, pointer))); i++) {
        LLVMValueRef same = same_as(pointer);
        if (opcode_of(pointer) == LLVMGetElementPtr) {
            struct path path = path_of(f, pointer);
            found.in_list = found.in_list || path.list;
            found.base = LLVMGetOperand(pointer, 0);
            if (path.record) {
                return in_record(f, found, path.record, path.offset, path.type);
            }
            found.computed = found.computed || path.computed;
            if (path.sum && found.sum_count < IR_MOST_SUMS) {
                found.sums[found.sum_count] = pointer;
            }
            found.sum_count += path.sum;
            found.part = found.part || path.part;
            found.moved = found.moved || path.moved;
            found.varies = found.varies || path.varies;
            found.offset += path.offset;
            pointer = found.base;
        } else if (LLVMIsAGlobalAlias(pointer) && !ir_is_function(pointer)) {
            pointer = LLVMAliasGetAliasee(pointer);
        } else if (same) {
            pointer = same;
        } else {
            break;
        }
    }
    return at_root(f, found, pointer);
}

/** Whether a record has room for one word only and is a local variable: such small records are
 *  passed and returned as integers. */
static bool is_word_of_variable(const struct ir_facts *f, const struct ir_memory *memory)
{
    return memory->base && LLVMIsAAllocaInst(memory->base) && LLVMTypeIsSized(memory->type) &&
           LLVMABISizeOfType(f->layout, memory->type) == f->ir->pointer_size;
}

bool ir_is_disguised(struct ir_facts *f, const struct ir_memory *memory)
{
    if (memory->kind == IR_SLOT) {
        LLVMTypeRef type = ir_element_type(memory->type);
        return LLVMGetTypeKind(type) != LLVMIntegerTypeKind && ir_holds_pointers(f, type);
    }
    if (memory->kind != IR_RECORD) {
        return false;
    }
    struct ir_field field = ir_field_at(f, memory->type, memory->offset, NULL);
    LLVMTypeKind kind = LLVMGetTypeKind(field.type);
    return kind == LLVMPointerTypeKind || is_bytes(field.type) || field.in_union ||
           (ir_is_word(f, field.type) && is_word_of_variable(f, memory));
}

/** Whether an unknown number of bytes is added to the begin of a record, not to one of its arrays
 *  of bytes. */
static bool is_computed_in_record(const struct ir_memory *memory)
{
    return memory->kind == IR_RECORD && memory->computed &&
           (!memory->target || LLVMGetTypeKind(memory->target) == LLVMStructTypeKind);
}

GArray *ir_anywhere_in(struct ir_facts *f, const struct ir_memory *memory)
{
    return is_computed_in_record(memory) ? ir_leaves(f, memory->type, 0, UINT32_MAX) : NULL;
}

/** Whether a variable is a number whose bytes other code may read and write: std::memcpy makes a
 *  pointer of it, or the number of a pointer. */
static bool is_shared_word(const struct ir_facts *f, const struct ir_memory *memory)
{
    return ir_is_word(f, memory->type) && ir_is_handed_on(memory->value);
}

LLVMTypeRef ir_type_of_place(struct ir_facts *f, const struct ir_memory *memory)
{
    if (memory->kind == IR_RECORD && !memory->computed) {
        return ir_field_at(f, memory->type, memory->offset, NULL).type;
    }
    return memory->kind == IR_SLOT ? memory->type : NULL;
}

bool ir_is_part_of_pointer(struct ir_facts *f, const struct ir_memory *memory)
{
    if (memory->kind == IR_POINTER || memory->in_list) {
        return !memory->in_list && memory->offset == 0;
    }
    if (memory->kind == IR_RECORD && !memory->computed) {
        struct ir_field field = ir_field_at(f, memory->type, memory->offset, NULL);
        return LLVMGetTypeKind(field.type) == LLVMPointerTypeKind && !field.in_union;
    }
    return memory->kind == IR_SLOT ? ir_is_disguised(f, memory) || is_shared_word(f, memory)
                                   : is_computed_in_record(memory);
}

/* Reading and writing */

/** The parts that may hold a pointer where that many bytes are read or written. */
static GArray *leaves_of(struct ir_facts *f, const struct ir_memory *memory, uint64_t size)
{
    if (memory->computed || size > f->ir->pointer_size) {
        return ir_leaves(f, memory->type, memory->computed ? 0 : memory->offset,
                         memory->computed ? UINT32_MAX : size);
    }
    struct ir_field field = ir_field_at(f, memory->type, memory->offset, NULL);
    GArray *leaves = g_array_new(FALSE, FALSE, sizeof(struct ir_leaf));
    struct ir_leaf leaf = {memory->offset, ir_field_slot(f, &field), false};
    g_array_append_val(leaves, leaf);
    return leaves;
}

static void store_in_record(struct ir_facts *f, const struct ir_memory *memory, fact_slot operand,
                            uint64_t size)
{
    GArray *leaves = leaves_of(f, memory, size);
    for (guint i = 0; i < leaves->len; i++) {
        fact_slot slot = g_array_index(leaves, struct ir_leaf, i).slot;
        facts_copy(f->facts, f->owner, slot, operand);
    }
    g_array_free(leaves, TRUE);
}

void ir_copy_fields(struct ir_facts *f, const struct ir_memory *to, const struct ir_memory *from,
                    uint64_t size)
{
    if (to->type == from->type && to->offset == from->offset) {
        return;
    }
    GArray *targets = ir_leaves(f, to->type, to->offset, size);
    GArray *sources = ir_leaves(f, from->type, from->offset, size);
    for (guint i = 0; i < targets->len; i++) {
        const struct ir_leaf *target = &g_array_index(targets, struct ir_leaf, i);
        for (guint k = 0; k < sources->len; k++) {
            const struct ir_leaf *source = &g_array_index(sources, struct ir_leaf, k);
            bool same = target->offset - to->offset == source->offset - from->offset;
            if ((same || target->array || source->array) && target->slot != source->slot) {
                facts_copy(f->facts, f->owner, target->slot, source->slot);
            }
        }
    }
    g_array_free(targets, TRUE);
    g_array_free(sources, TRUE);
}

/** A struct without a name may be a member of a union that is known by its address only: its begin
 *  is wherever that is. @return the pointer to it, NULL if it is no such struct */
static LLVMValueRef begin_of_nameless(struct ir_facts *f, const struct ir_memory *memory)
{
    if (!memory->base || memory->offset != 0 || !ir_is_nameless(memory->type)) {
        return NULL;
    }
    struct ir_memory base = ir_memory(f, memory->base);
    bool begin = base.kind == IR_POINTER && base.offset == 0 && !base.in_list && !base.computed;
    return begin ? base.value : NULL;
}

void ir_store(struct ir_facts *f, const struct ir_memory *memory, fact_slot operand, uint64_t size)
{
    if (memory->in_list || operand == FACT_NONE) {
        return;
    }
    LLVMValueRef begin = memory->kind == IR_RECORD ? begin_of_nameless(f, memory) : NULL;
    switch (memory->kind) {
    case IR_SLOT:
        facts_copy(f->facts, f->owner, memory->slot, operand);
        break;
    case IR_RECORD:
        store_in_record(f, memory, operand, size);
        if (begin) {
            facts_store(f->facts, f->owner, ir_operand_slot(f, begin), operand, "");
        }
        break;
    case IR_POINTER:
        facts_store(f->facts, f->owner, ir_pointer_slot(f, memory), operand, "");
        break;
    case IR_NOWHERE:
        break;
    }
}

static void load_from_record(struct ir_facts *f, fact_slot to, const struct ir_memory *memory,
                             uint64_t size)
{
    GArray *leaves = leaves_of(f, memory, size);
    for (guint i = 0; i < leaves->len; i++) {
        facts_copy(f->facts, f->owner, to, g_array_index(leaves, struct ir_leaf, i).slot);
    }
    g_array_free(leaves, TRUE);
}

void ir_load(struct ir_facts *f, fact_slot to, const struct ir_memory *memory, uint64_t size)
{
    LLVMValueRef begin = memory->kind == IR_RECORD ? begin_of_nameless(f, memory) : NULL;
    switch (memory->kind) {
    case IR_SLOT:
        facts_copy(f->facts, f->owner, to, memory->slot);
        break;
    case IR_RECORD:
        load_from_record(f, to, memory, size);
        if (begin) {
            facts_load(f->facts, f->owner, to, ir_operand_slot(f, begin), "");
        }
        if (ir_holds_union(f, memory->type)) {
            facts_copy(f->facts, f->owner, to, ir_union_initialisers(f));
        }
        break;
    case IR_POINTER:
        if (memory->in_list) {
            facts_copy(f->facts, f->owner, to, ir_operand(f, memory->value));
        } else {
            facts_load(f->facts, f->owner, to, ir_pointer_slot(f, memory), "");
        }
        break;
    case IR_NOWHERE:
        break;
    }
}
