/*
 * Procedures bound to Fortran types, as flang emits them (flang/module/__fortran_type_info.f90 of
 * LLVM). The description of a type leads to a table of its bindings, in which each procedure
 * overrides the parent type's procedure at the same entry; a call names the entry. Descriptions
 * have another table of procedures that the runtime calls by itself: those that finalize, assign,
 * read and write.
 */
#include "ir/facts/ir_facts_parts.h"

#include <string.h>

#define BINDING "_QM__fortran_type_infoTbinding"
#define SPECIAL "_QM__fortran_type_infoTspecialbinding"

/** Whether a type is the record of that name; LLVM distinguishes types of one name by a dot and
 *  digits. */
static bool is_record(LLVMTypeRef type, const char *record)
{
    bool structure = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    const char *name = structure ? LLVMGetStructName(type) : NULL;
    return name && g_str_has_prefix(name, record) && strchr(".", name[strlen(record)]);
}

/* Calls */

/** The index of an address within an array of records, if all other indices are 0; else -1. */
static int64_t first_index(LLVMValueRef address)
{
    unsigned count = (unsigned)LLVMGetNumOperands(address);
    for (unsigned i = 2; i < count; i++) {
        if (!LLVMIsNull(LLVMGetOperand(address, i))) {
            return -1;
        }
    }
    LLVMValueRef index = LLVMGetOperand(address, 1);
    return LLVMIsAConstantInt(index) ? LLVMConstIntGetSExtValue(index) : -1;
}

const char *ir_bound_entry(struct ir_facts *f, LLVMValueRef callee)
{
    int64_t entry = 0;
    bool found = false;
    LLVMValueRef load = LLVMIsAIntToPtrInst(callee) ? LLVMGetOperand(callee, 0) : callee;
    LLVMValueRef at = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : load;
    for (; LLVMIsAGetElementPtrInst(at); at = LLVMGetOperand(at, 0)) {
        bool binding = is_record(LLVMGetGEPSourceElementType(at), BINDING);
        int64_t index = first_index(at);
        if (index < 0 || (index > 0 && !binding)) {
            return NULL;
        }
        entry += index;
        found = found || binding;
    }
    char *text = g_strdup_printf(FACTS_BOUND "%" G_GINT64_FORMAT, entry);
    const char *kept = found ? unit_string(f->ir->unit, text) : NULL;
    g_free(text);
    return kept;
}

/* Tables */

static void note_procedure(struct ir *ir, LLVMValueRef procedure, void *entry)
{
    unit_id id = ir_function_id(ir, procedure);
    if (id != UNIT_NONE) {
        facts_bound(ir->unit->facts, id, entry);
    }
}

void ir_bound_facts(struct ir_facts *f, LLVMValueRef global)
{
    LLVMTypeRef type = ir_element_type(LLVMGlobalGetValueType(global));
    bool special = is_record(type, SPECIAL);
    if (!special && !is_record(type, BINDING)) {
        return;
    }
    LLVMValueRef table = LLVMGetInitializer(global);
    for (int i = 0; i < LLVMGetNumOperands(table); i++) {
        char *entry = special ? g_strdup(FACTS_BOUND_SPECIAL) : g_strdup_printf("%d", i);
        ir_visit_constant(f->ir, LLVMGetOperand(table, (unsigned)i), note_procedure, entry);
        g_free(entry);
    }
}
