/*
 * Pointer facts from the compiler's IR (docs/pointer-facts.md): data flow through the instructions
 * of functions and the initialisers of data. The IR has no pointer types, so all pointers are
 * followed; accesses show the records.
 *
 * Dependencies go one way: ir_facts.c -> ir_instructions.c -> ir_calls.c, ir_types.c ->
 * ir_intrinsics.c, ir_coroutines.c -> ir_data.c, ir_objects.c, ir_copies.c, bound.c -> ir_values.c,
 * ir_memory.c -> ir_records.c -> ir_contents.c.
 */
#ifndef CGCOLLECT_IR_FACTS_IR_FACTS_PARTS_H
#define CGCOLLECT_IR_FACTS_IR_FACTS_PARTS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <libcg/link.h>

#include "ir/facts/ir_facts.h"
#include "unit/unit_facts.h"

/** A struct of the module as slots name it. */
struct ir_record {
    const char *name; /**< name of the innermost struct with one, a string of the unit */
    uint64_t base;    /**< offset in that one: not 0 for inner structs without a name */
    bool pointers;    /**< it can hold pointers */
    bool unions;      /**< it contains unions, or may be in one */
};

/** The facts of a module being made. */
struct ir_facts {
    struct ir *ir;
    struct facts *facts;
    LLVMTargetDataRef layout;
    GHashTable *records;      /**< struct ir_record by LLVMTypeRef */
    GHashTable *outer;        /**< struct ir_outer by LLVMTypeRef of a struct without a name */
    GHashTable *closures;     /**< names by LLVMTypeRef of closures (ir_note_closure) */
    GHashTable *contents;     /**< LLVMTypeRef of what a class is memory for, or NULL, by its own */
    GHashTable *nested;       /**< set of LLVMTypeRef already searched for such structs */
    GHashTable *overlaid;     /**< set of slots where an overlapping record has a fact */
    GHashTable *nested_noted; /**< set of LLVMTypeRef: their inner records have facts */
    GHashTable *globals;      /**< slots by LLVMValueRef */
    GHashTable *declared;     /**< set of LLVMValueRef: records of these variables have facts */
    GHashTable *read;         /**< whether a function was understood, by unit_id */
    GHashTable *reached;      /**< set of the variables below */
    GPtrArray *variables;     /**< LLVMValueRef of variables that some pointer leads to */
    GHashTable *plain;        /**< whether a variable never holds a pointer, by LLVMValueRef */
    bool tests_types;         /**< virtual calls have type tests, or there are none */
    bool untyped;             /**< the types of memory are unknown */
    GHashTable *piecemeal;    /**< number of bytes stored piece by piece, by base address */
    LLVMValueRef counted;     /**< function that contains those, or NULL */
    LLVMValueRef counting;    /**< function whose addresses are looked at last, or NULL */
    unsigned widths;          /**< of the integers by which it counts them */
    unit_id owner;            /**< function of the current body, UNIT_NONE: data */
    GHashTable *values;       /**< operands by LLVMValueRef, in the current body */
    fact_slot pieces;         /**< all that OpenMP regions of the body receive or return */
    LLVMValueRef promise;     /**< variable of a body that is a coroutine, or NULL */
    fact_slot frame;          /**< address of its frame, FACT_NONE if there is none */
};

/* ir_contents.c */

/** @return what a class is memory for, else the type itself. */
LLVMTypeRef ir_content(const struct ir_facts *f, LLVMTypeRef type);

/** @return the slot of what std::function keeps, as the type for which a function accesses it:
 *  `callee`, or `caller` where that only gets its address; FACT_NONE if it does neither. */
fact_slot ir_kept_in_function(struct ir_facts *f, LLVMValueRef caller, LLVMValueRef callee);

/* ir_records.c */

/** The place of a struct without a name. */
struct ir_outer {
    LLVMTypeRef type; /**< offset in the struct around it */
    uint64_t offset;
};

/** @return whether a function's first parameter is the place of a record that it returns. */
bool ir_returns_in_memory(LLVMValueRef function);

/** @return whether a type is the compiler's own for a `va_list`, which counts as its content. */
bool ir_is_va_list(LLVMTypeRef type);

/** @return a type without arrays around it. */
LLVMTypeRef ir_element_type(LLVMTypeRef type);

/** @return the record of a type, NULL if it is none; borrowed. */
const struct ir_record *ir_record(struct ir_facts *f, LLVMTypeRef type);

/** @return whether a type is a struct without a name of its own, and no closure. */
bool ir_is_nameless(LLVMTypeRef type);

/** Learn the structs without a name that a type contains. */
void ir_note_type(struct ir_facts *f, LLVMTypeRef type);

/** Learn which closure a function is the call operator of. */
void ir_note_closure(struct ir_facts *f, LLVMValueRef function);

/** @return whether a type contains pointers, or integers that pointers fit in, within structs. */
bool ir_holds_pointers(const struct ir_facts *f, LLVMTypeRef type);

/** @return whether a record contains unions, or may be in one: its initialiser may then have
 *  another layout. */
bool ir_holds_union(struct ir_facts *f, LLVMTypeRef type);

/** @return the slot for the initial content of data with another layout. */
fact_slot ir_union_initialisers(struct ir_facts *f);

/** The smallest piece of a pointer that is copied: a byte, in bits. */
#define IR_BYTE 8u

/** @return the bits of an integer type, 0 for others. */
unsigned ir_width(LLVMTypeRef type);

/** @return whether a type is an integer as wide as a pointer. */
bool ir_is_word(const struct ir_facts *f, LLVMTypeRef type);

/** The record and field at an offset. */
struct ir_field {
    const struct ir_record *record; /**< innermost */
    uint64_t offset;                /**< offset in the record that has the name */
    LLVMTypeRef type;               /**< of what is there */
    bool in_union;                  /**< there may be something else */
    const struct ir_record *around; /**< innermost record not named by its layout, or NULL */
    uint64_t place;                 /**< offset in that */
};

/**
 * Find the field at an offset of a struct.
 *
 * @param target type at which to stop; NULL: stop at what is no struct or array
 */
struct ir_field ir_field_at(struct ir_facts *f, LLVMTypeRef type, uint64_t offset,
                            LLVMTypeRef target);

/** @return the slot of a field. */
fact_slot ir_field_slot(struct ir_facts *f, const struct ir_field *field);

/** A part of a struct that may hold a pointer. */
struct ir_leaf {
    uint64_t offset; /**< offset in the struct */
    fact_slot slot;
    bool array; /**< it stands for all elements of an array */
};

/** @return array of struct ir_leaf, in order: the parts from an offset on that may hold
 *  pointers. */
GArray *ir_leaves(struct ir_facts *f, LLVMTypeRef type, uint64_t from, uint64_t size);

/** Record which records a record contains. */
void ir_note_nested(struct ir_facts *f, LLVMTypeRef type);

/* ir_memory.c */

enum ir_memory_kind {
    IR_NOWHERE, /**< virtual tables, strings: never hold a pointer to follow */
    IR_SLOT,    /**< a variable that is one slot */
    IR_RECORD,  /**< in a record */
    IR_POINTER, /**< the target of some value */
};

/** More sums in one expression are rare. */
#define IR_MOST_SUMS 4u

/** The known target of a pointer. */
struct ir_memory {
    enum ir_memory_kind kind;
    fact_slot slot;     /**< slot of the variable */
    LLVMValueRef value; /**< the pointing value; else the variable, unless it is in a record */
    LLVMTypeRef type;   /**< type of the whole variable or record */
    uint64_t offset;
    LLVMTypeRef target;              /**< type of the target, NULL if bytes were counted */
    LLVMValueRef base;               /**< the pointer through which a record is reached */
    LLVMValueRef initial;            /**< constant variable, else NULL */
    bool in_list;                    /**< part of a `va_list` */
    bool computed;                   /**< an unknown number of bytes was added */
    LLVMValueRef sums[IR_MOST_SUMS]; /**< instructions that add numbers and may lead to other
                                          fields */
    unsigned sum_count;              /**< their number; if there are too many to store, they count
                                          as anywhere */
    bool part;                       /**< part of a struct that is not the program's */
    bool moved;                      /**< at an offset other than 0 */
    bool varies;                     /**< at an offset that is no constant */
};

/** Record the type of a variable that other files can name: its fields may belong to uncollected
 *  code. */
void ir_note_declared(struct ir_facts *f, LLVMValueRef global);

/** Record that a pointer leads to a variable. */
void ir_reach_variable(struct ir_facts *f, LLVMValueRef global);

/** @return the target of a pointer. */
struct ir_memory ir_memory(struct ir_facts *f, LLVMValueRef pointer);

/** @return whether an integer at a target may be a pointer because the memory has another declared
 *  type. */
bool ir_is_disguised(struct ir_facts *f, const struct ir_memory *memory);

/** The type of what is at a place in a variable or record; NULL if unknown. */
LLVMTypeRef ir_type_of_place(struct ir_facts *f, const struct ir_memory *memory);

/** @return whether an integer smaller than a pointer at a target may be part of one. */
bool ir_is_part_of_pointer(struct ir_facts *f, const struct ir_memory *memory);

/** @return the leaves of a record (ir_leaves) that an address may lead to after an unknown number
 *  of bytes was added to the record's (a pointer to a member); else NULL. */
GArray *ir_anywhere_in(struct ir_facts *f, const struct ir_memory *memory);

/** Copy an operand into memory. */
void ir_store(struct ir_facts *f, const struct ir_memory *memory, fact_slot operand, uint64_t size);

/** Copy from memory into a slot. */
void ir_load(struct ir_facts *f, fact_slot to, const struct ir_memory *memory, uint64_t size);

/** Copy fields of one record into those of another at the same offsets, elements of arrays to and
 *  from all: both are IR_RECORD. */
void ir_copy_fields(struct ir_facts *f, const struct ir_memory *to, const struct ir_memory *from,
                    uint64_t size);

/** @return the value of a pointer before it was kept in a variable for a while. */
LLVMValueRef ir_before_variables(LLVMValueRef value);

/* ir_values.c */

/** @return a new local of the body. */
fact_slot ir_local(struct ir_facts *f);

/** @return the slot of a value of the body: an instruction's, a parameter's. */
fact_slot ir_value_slot(struct ir_facts *f, LLVMValueRef value);

/** @return whether a value of the body has a slot already. */
bool ir_has_slot(const struct ir_facts *f, LLVMValueRef value);

/** Start to read a called function as part of the body: its values are new, and it is itself what
 *  it returns. @return the values of the body, to restore later */
GHashTable *ir_begin_again(struct ir_facts *f, LLVMValueRef call);

/** @return whether values of a type are followed. */
bool ir_is_tracked(const struct ir_facts *f, LLVMTypeRef type);

/** @return whether an integer is followed: it was a pointer, or part of something that may be. */
bool ir_is_tracked_integer(struct ir_facts *f, LLVMValueRef value);

/** @return the operand of a value, FACT_NONE if it holds no pointer. */
fact_slot ir_operand(struct ir_facts *f, LLVMValueRef value);

/** @return the same as ir_operand, as a slot. */
fact_slot ir_operand_slot(struct ir_facts *f, LLVMValueRef value);

/** @return a slot with the address of memory that is known by a pointer (IR_POINTER), and with
 * those that its sums lead to. */
fact_slot ir_pointer_slot(struct ir_facts *f, const struct ir_memory *memory);

/** @return the bytes that an array has for each element of a type; 0 if the type has no size. */
static inline uint64_t ir_size_of(const struct ir_facts *f, LLVMTypeRef type)
{
    return LLVMTypeIsSized(type) ? LLVMABISizeOfType(f->layout, type) : 0;
}

/** @return whether a type is that of pointers to members: two numbers, and not a record. */
bool ir_is_member_pointer(const struct ir_facts *f, LLVMTypeRef type);

/** @return whether a constant is a pointer to a virtual member. */
bool ir_is_virtual_member(const struct ir_facts *f, LLVMValueRef constant);

/** @return the operand for a pointer to any member at an offset of virtual tables. */
fact_slot ir_member_operand(struct ir_facts *f, uint64_t distance);

/** @return the operand of an argument or result: also of integers that are followed. */
fact_slot ir_passed(struct ir_facts *f, LLVMValueRef value);

/** @return the virtual table that a constant is the address of, or of a place in it; else NULL. */
LLVMValueRef ir_table_at(struct ir_facts *f, LLVMValueRef value);

/** @return the slot of a global variable. */
fact_slot ir_global_slot(struct ir_facts *f, LLVMValueRef global);

/** @return the slot of all that OpenMP regions of the body receive and return. */
fact_slot ir_piece_slot(struct ir_facts *f);

/* ir_facts.c */

/** Record whether the current body is understood: if one of several bodies of a function is not,
 *  the function counts as unread. */
void ir_note_read(struct ir_facts *f, bool understood);

/* ir_construction.c */

/** @return the parameter that a value is, directly or kept in a variable of its own; NULL if none.
 */
LLVMValueRef ir_parameter_in(LLVMValueRef value);

/** @return whether a store sets the virtual table of a part of an object to one that the
 *  constructor or destructor was handed, since the class has virtual bases. */
bool ir_sets_handed_table(LLVMValueRef store);

/* ir_types.c */

/** Record that a pointer is used as one to a record, if it may come from elsewhere; allocated
 * memory counts too. */
void ir_use_facts(struct ir_facts *f, LLVMValueRef pointer, LLVMTypeRef type);

/** Record what an address within a record shows about its base. */
void ir_address_facts(struct ir_facts *f, LLVMValueRef address);

/* ir_calls.c */

void ir_call_facts(struct ir_facts *f, LLVMValueRef call, struct unit_place place);

/** Whether a function is an operator new. Linking knows what calls return of one that the file
 *  defines. */
bool ir_is_operator_new(LLVMValueRef function);

/** @return whether a load only fetches the virtual table of an object. */
bool ir_finds_vtable(LLVMValueRef load);

/** Record that a function passes all its arguments on to another. */
void ir_forward_facts(struct ir_facts *f, LLVMTypeRef type, unit_id to);

/** The same, to what another function returns. */
void ir_forward_to_result(struct ir_facts *f, LLVMTypeRef type, unit_id resolver);

/* ir_signatures.c */

/** @return the signature that values passed by the calling convention have (`~i(p)`); release with
 *  g_free. */
char *ir_signature_of_type(LLVMTypeRef type);

/** @return the same of a call through a pointer, and behind it the type that the source calls, if
 *  the compiler tests the pointer for one; release with g_free. */
char *ir_signature_of_call(LLVMValueRef call, LLVMValueRef callee);

/** Record the type of a function, or of an alias, which the compiler gives none of the source. */
void ir_signature_facts(struct ir_facts *f, unit_id function, LLVMValueRef value);

/* ir_copies.c */

/** @return whether an integer may be a piece of a pointer where it is loaded or stored: one of two
 *  or four bytes only in a function that counts addresses by them, so that others are beside it.
 *  Else the source decides: facts_half_words. */
bool ir_may_copy_piece(struct ir_facts *f, LLVMValueRef access, LLVMTypeRef type);

/** @return whether a loaded number may be a copy of a pointer or of a piece of one: it is stored,
 *  passed on or returned unchanged. O(its uses). */
bool ir_is_copied(const struct ir_facts *facts, LLVMValueRef load);

/** @return whether a stored number is no copy of any: a constant, or a result. */
bool ir_is_computed(const struct ir_facts *facts, LLVMValueRef number);

/* bound.c */

/** @return FACTS_BOUND and the table entry of a bound procedure that a callee is loaded from, NULL
 *  if it is none; a string of the unit. */
const char *ir_bound_entry(struct ir_facts *f, LLVMValueRef callee);

/** Record the procedures that a variable binds to a type, if it is such a table. */
void ir_bound_facts(struct ir_facts *f, LLVMValueRef global);

/* ir_objects.c: memory without types */

/** @return whether values of a type may be, or contain, pointers that are passed on. */
bool ir_is_passed_on(const struct ir_facts *f, LLVMTypeRef type);

/** @return the slot of everything in a pointer's target. */
fact_slot ir_contents(struct ir_facts *f, LLVMValueRef pointer);

/** Processes instructions that access memory or make values. `stored` is the operand that an
 *  exchange stores. */
struct ir_reader {
    void (*load)(struct ir_facts *f, LLVMValueRef load);
    void (*store)(struct ir_facts *f, LLVMValueRef store);
    void (*exchange)(struct ir_facts *f, LLVMValueRef exchange, unsigned stored);
    void (*argument)(struct ir_facts *f, LLVMValueRef argument);
    void (*value)(struct ir_facts *f, LLVMValueRef value);
};

/** Processes instructions where the types of memory are unknown. */
extern const struct ir_reader ir_objects;

/** @return whether an address is that of a place plus a distance in bytes that memory holds, and
 * not just one of a character: it may lead to anything that this memory holds. */
bool ir_is_relative(const struct ir_facts *f, LLVMValueRef pointer);

/** Records what LLVM's intrinsics do with untyped memory. @return whether the intrinsic is known */
bool ir_object_operation(struct ir_facts *f, LLVMValueRef call, const char *name);

/* ir_intrinsics.c */

/** Record what a call of the library copies, if it does nothing else: `memcpy` and its like. */
void ir_copy_facts(struct ir_facts *f, LLVMValueRef call, const char *name);

/** Records what LLVM's intrinsics do with pointers. */
void ir_intrinsic_facts(struct ir_facts *f, LLVMValueRef call, const char *name);

/** Records what the runtime does. @return whether the function is known */
bool ir_runtime_facts(struct ir_facts *f, LLVMValueRef call, const char *name);

/* ir_coroutines.c */

/** Enter a body, which may be a coroutine. */
void ir_begin_coroutine(struct ir_facts *f, LLVMValueRef function);

/** @return whether an address is that of the body's promise, or within it. */
bool ir_is_in_promise(const struct ir_facts *f, LLVMValueRef address);

/** @return the operand of an address within the promise, which is also one of the frame. */
fact_slot ir_promise_operand(struct ir_facts *f, fact_slot address);

/** Copy the arguments of a call to the parameters of an outlined function, which are values of the
 *  body. */
void ir_hand_to_outlined(struct ir_facts *f, LLVMValueRef call, LLVMValueRef function);

/** @return whether a function is a member of std::coroutine_handle, or handles one, and only
 *  forwards: each call of it is read by itself, since all handles share a few types.
 *  @param depth limit on nested calls */
bool ir_is_of_handles(LLVMValueRef function, unsigned depth);

/** Records what LLVM's coroutine intrinsics do, at the place of their calls. @return whether the
 *  intrinsic is known */
bool ir_coroutine_operation(struct ir_facts *f, LLVMValueRef call, const char *name,
                            struct unit_place place);

/* ir_instructions.c */

/** @return whether a pointer is more than a way to data: something keeps it or calls it. */
bool ir_is_handed_on(LLVMValueRef pointer);

/* ir_data.c */

/** Record the facts of a variable's initialiser. */
void ir_data_facts(struct ir_facts *f, LLVMValueRef global);

/** Copy the constant initialiser of a variable into a part of a record of another type. */
void ir_initial_facts(struct ir_facts *f, LLVMValueRef global, const struct ir_memory *to);

#endif
