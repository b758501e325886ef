/*
 * Pointer facts from the compiler's IR (docs/pointer-facts.md): what flows where, by the
 * instructions of functions and the initialisers of data. Types of pointers are unknown here, so
 * all pointers are followed; records are known where memory is reached through them.
 *
 * One way: ir_facts.c -> ir_instructions.c -> ir_calls.c, ir_types.c -> ir_intrinsics.c,
 * ir_coroutines.c -> ir_data.c, ir_objects.c, ir_copies.c, bound.c -> ir_values.c,
 * ir_memory.c -> ir_records.c.
 */
#ifndef CGCOLLECT_IR_FACTS_IR_FACTS_PARTS_H
#define CGCOLLECT_IR_FACTS_IR_FACTS_PARTS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <libcg/link.h>

#include "ir/facts/ir_facts.h"
#include "unit/facts.h"

/** A struct of the module as slots name it. */
struct ir_record {
    const char *name; /**< of the innermost one with a name, a string of the unit */
    uint64_t base;    /**< where it begins in that one: not 0 for structs without a name within */
    bool pointers;    /**< it can hold some */
    bool unions;      /**< it has unions in it, or may be in one */
};

/** Facts of a module being made. */
struct ir_facts {
    struct ir *ir;
    struct facts *facts;
    LLVMTargetDataRef layout;
    GHashTable *records;   /**< struct ir_record by LLVMTypeRef */
    GHashTable *outer;     /**< struct ir_outer by LLVMTypeRef of a struct without a name */
    GHashTable *nested;    /**< set of LLVMTypeRef that were gone through for such structs */
    GHashTable *overlaid;  /**< set of slots where an overlapping record has a fact */
    GHashTable *told;      /**< set of LLVMTypeRef: their inner records have facts */
    GHashTable *globals;   /**< slots by LLVMValueRef */
    GHashTable *declared;  /**< set of LLVMValueRef: records of these variables have facts */
    GHashTable *read;      /**< whether a function was understood, by unit_id */
    GHashTable *reached;   /**< set of the variables below */
    GPtrArray *variables;  /**< LLVMValueRef of those that something leads to */
    GHashTable *plain;     /**< whether nothing is ever found in a variable, by LLVMValueRef */
    bool tests_types;      /**< virtual calls say so, or there are none */
    bool untyped;          /**< nothing tells what records memory is accessed as */
    GHashTable *piecemeal; /**< bytes stored piece by piece, by what they are reckoned from */
    LLVMValueRef counted;  /**< function those are of, or NULL */
    unit_id owner;         /**< function whose body is gone through, UNIT_NONE: data */
    GHashTable *values;    /**< operands by LLVMValueRef, of the body */
    fact_slot pieces;      /**< all that OpenMP regions of the body are handed, or return */
    LLVMValueRef promise;  /**< variable of a body that is a coroutine, or NULL */
    fact_slot frame;       /**< address of the frame of that, FACT_NONE if there is none */
};

/* ir_records.c */

/** Where a struct without a name was found. */
struct ir_outer {
    LLVMTypeRef type; /**< of the struct around it */
    uint64_t offset;
};

/** @return whether a type is the compiler's own of a `va_list`, which counts as what it holds. */
bool ir_is_va_list(LLVMTypeRef type);

/** @return whether a type is std::coroutine_handle, which counts as the pointer that it is. */
bool ir_is_handle(LLVMTypeRef type);

/** @return a type less the arrays around it. */
LLVMTypeRef ir_element_type(LLVMTypeRef type);

/** @return what a type is as a record, NULL if it is none; borrowed. */
const struct ir_record *ir_record(struct ir_facts *f, LLVMTypeRef type);

/** @return whether a type is a struct that has no name of its own, and no closure. */
bool ir_is_nameless(LLVMTypeRef type);

/** Learn which structs without a name a type has in it. */
void ir_note_type(struct ir_facts *f, LLVMTypeRef type);

/** Note that a struct without a name lies at an offset of another. */
void ir_note_outer(struct ir_facts *f, LLVMTypeRef inner, LLVMTypeRef outer, uint64_t offset);

/** @return whether a type has pointers in it, or integers that pointers fit in, within structs. */
bool ir_holds_pointers(const struct ir_facts *f, LLVMTypeRef type);

/** @return whether a record has unions in it, or may be in one: what it begins as may be laid out
 *  otherwise. */
bool ir_holds_union(struct ir_facts *f, LLVMTypeRef type);

/** @return the slot of what data that is laid out otherwise begins as. */
fact_slot ir_union_initialisers(struct ir_facts *f);

/** @return whether a type is an integer as wide as a pointer. */
bool ir_is_word(const struct ir_facts *f, LLVMTypeRef type);

/** Where in a record an offset is. */
struct ir_field {
    const struct ir_record *record; /**< innermost */
    uint64_t offset;                /**< from the begin of the record that has the name */
    LLVMTypeRef type;               /**< of what is there */
    bool in_union;                  /**< there may be something else */
    const struct ir_record *around; /**< innermost that is not called by its layout, or NULL */
    uint64_t place;                 /**< from the begin of that */
};

/**
 * Go down to what lies at an offset of a struct.
 *
 * @param target where to stop: type of what is meant; NULL: at what is no struct or array
 */
struct ir_field ir_field_at(struct ir_facts *f, LLVMTypeRef type, uint64_t offset,
                            LLVMTypeRef target);

/** @return the slot of a field. */
fact_slot ir_field_slot(struct ir_facts *f, const struct ir_field *field);

/** What is in a part of a struct that may hold a pointer. */
struct ir_leaf {
    uint64_t offset; /**< from the begin of the struct */
    fact_slot slot;
};

/** @return array of struct ir_leaf, in order: what may hold pointers from an offset on. */
GArray *ir_leaves(struct ir_facts *f, LLVMTypeRef type, uint64_t from, uint64_t size);

/** Tell what records a record has in it. */
void ir_tell_nested(struct ir_facts *f, LLVMTypeRef type);

/* ir_memory.c */

enum ir_memory_kind {
    IR_NOWHERE, /**< virtual tables, strings: nothing is ever found there */
    IR_SLOT,    /**< a variable that is one slot */
    IR_RECORD,  /**< in a record */
    IR_POINTER, /**< wherever a value points */
};

/** More sums in one expression than this are rare. */
#define IR_MOST_SUMS 4u

/** What a pointer is known to lead to. */
struct ir_memory {
    enum ir_memory_kind kind;
    fact_slot slot;     /**< of the variable */
    LLVMValueRef value; /**< that points; else the variable, unless it is in a record */
    LLVMTypeRef type;   /**< of the whole variable or record */
    uint64_t offset;
    LLVMTypeRef target;              /**< of what is meant, NULL if bytes were counted */
    LLVMValueRef base;               /**< what a record is reached from */
    LLVMValueRef initial;            /**< constant variable, else NULL */
    bool in_list;                    /**< part of a `va_list` */
    bool computed;                   /**< a number of bytes nobody knows lies between */
    LLVMValueRef sums[IR_MOST_SUMS]; /**< what adds numbers that may lead to other fields */
    unsigned sum_count;              /**< how many do; more than there is room for are anywhere */
    bool part;                       /**< part of a struct that is none of the program's */
    bool moved;                      /**< by a distance that is not 0 */
    bool varies;                     /**< by one that is no constant */
};

/** Tell what record a variable is that other files, too, can name: its fields may be those of code
 *  that was not collected. */
void ir_tell_declared(struct ir_facts *f, LLVMValueRef global);

/** Note that something leads to a variable. */
void ir_reach_variable(struct ir_facts *f, LLVMValueRef global);

/** @return what a pointer leads to. */
struct ir_memory ir_memory(struct ir_facts *f, LLVMValueRef pointer);

/** @return whether a value of that integer type there may be a pointer: the memory is declared as
 *  something else. */
bool ir_is_disguised(struct ir_facts *f, const struct ir_memory *memory);

/** @return whether an integer smaller than a pointer that is there may be a part of one. */
bool ir_is_part_of_pointer(struct ir_facts *f, const struct ir_memory *memory);

/** @return the leaves of a record (ir_leaves) that an address in it may lead to, as a number of
 * bytes nobody knows was added to that of the record (a pointer to a member); else NULL. */
GArray *ir_anywhere_in(struct ir_facts *f, const struct ir_memory *memory);

/** Copy an operand into memory. */
void ir_store(struct ir_facts *f, const struct ir_memory *memory, fact_slot operand, uint64_t size);

/** Copy what is in memory into a slot. */
void ir_load(struct ir_facts *f, fact_slot to, const struct ir_memory *memory, uint64_t size);

/** @return what a pointer that was kept in a variable for a while was before. */
LLVMValueRef ir_before_variables(LLVMValueRef value);

/* ir_values.c */

/** @return a new local of the body. */
fact_slot ir_local(struct ir_facts *f);

/** @return the slot that is a value of the body: an instruction's, a parameter's. */
fact_slot ir_value_slot(struct ir_facts *f, LLVMValueRef value);

/** @return whether a value of the body has a slot already. */
bool ir_has_slot(const struct ir_facts *f, LLVMValueRef value);

/** Begin to read the function that a call names as part of the body: its values are new ones, it is
 *  itself what it returns. @return the values of the body, to be put back */
GHashTable *ir_begin_again(struct ir_facts *f, LLVMValueRef call);

/** @return whether values of a type are followed. */
bool ir_is_tracked(const struct ir_facts *f, LLVMTypeRef type);

/** @return whether an integer is followed: it was a pointer, or part of something that may be. */
bool ir_is_tracked_integer(struct ir_facts *f, LLVMValueRef value);

/** @return the operand a value is, FACT_NONE if it holds no pointer. */
fact_slot ir_operand(struct ir_facts *f, LLVMValueRef value);

/** @return the same as ir_operand, as a slot. */
fact_slot ir_operand_slot(struct ir_facts *f, LLVMValueRef value);

/** @return whether a type is that of pointers to members: two numbers, and no record's. */
bool ir_is_member_pointer(const struct ir_facts *f, LLVMTypeRef type);

/** @return whether a constant is a pointer to a virtual member. */
bool ir_is_virtual_member(const struct ir_facts *f, LLVMValueRef constant);

/** @return the operand that is a pointer to whatever member is in virtual tables at a distance from
 *  their begin. */
fact_slot ir_member_operand(struct ir_facts *f, uint64_t distance);

/** @return the operand of an argument, a result: also of integers that are followed. */
fact_slot ir_passed(struct ir_facts *f, LLVMValueRef value);

/** @return whether a variable is of this module alone. */
bool ir_is_internal(LLVMValueRef global);

/** @return the slot of a global variable. */
fact_slot ir_global_slot(struct ir_facts *f, LLVMValueRef global);

/** @return the slot of all that OpenMP regions of the body are handed and return. */
fact_slot ir_piece_slot(struct ir_facts *f);

/* ir_facts.c */

/** Note whether the body that is gone through is understood: of several that a function has, one
 *  that is not makes it code nobody has read. */
void ir_note_read(struct ir_facts *f, bool understood);

/* ir_types.c */

/** Tell what record an address within one makes of what it is reckoned from. */
void ir_address_facts(struct ir_facts *f, LLVMValueRef address);

/* ir_calls.c */

void ir_call_facts(struct ir_facts *f, LLVMValueRef call, struct unit_place place);

/** @return whether a load only finds the virtual table of an object. */
bool ir_finds_vtable(LLVMValueRef load);

/** Tell the type of a function. */
void ir_signature_facts(struct ir_facts *f, unit_id function, LLVMTypeRef type);

/** The body of a function that stands for another hands on all it gets. */
void ir_forward_facts(struct ir_facts *f, LLVMTypeRef type, unit_id to);

/** The same, to what another function returns. */
void ir_forward_to_result(struct ir_facts *f, LLVMTypeRef type, unit_id resolver);

/* ir_copies.c */

/** @return whether a number that is loaded may be a copy of a pointer or of a piece of one: it is
 *  stored, handed on or returned as it is. O(its uses). */
bool ir_is_copied(const struct ir_facts *facts, LLVMValueRef load);

/** @return whether a number that is stored is no copy of any: a constant, or a result. */
bool ir_is_computed(const struct ir_facts *facts, LLVMValueRef number);

/* bound.c */

/** @return FACTS_BOUND and the entry of a table of bound procedures that a callee is loaded from,
 *  NULL if it is none such; a string of the unit. */
const char *ir_bound_entry(struct ir_facts *f, LLVMValueRef callee);

/** Tell what procedures a variable binds to a type, if it is a table of such. */
void ir_bound_facts(struct ir_facts *f, LLVMValueRef global);

/* ir_objects.c: memory without types */

/** @return whether values of a type may be, or have in them, pointers that are handed on. */
bool ir_is_passed_on(const struct ir_facts *f, LLVMTypeRef type);

/** @return a slot of all that is in what a pointer leads to. */
fact_slot ir_contents(struct ir_facts *f, LLVMValueRef pointer);

/** How instructions are read that access memory or make values. `stored` is the operand that an
 *  exchange stores. */
struct ir_reader {
    void (*load)(struct ir_facts *f, LLVMValueRef load);
    void (*store)(struct ir_facts *f, LLVMValueRef store);
    void (*exchange)(struct ir_facts *f, LLVMValueRef exchange, unsigned stored);
    void (*argument)(struct ir_facts *f, LLVMValueRef argument);
    void (*value)(struct ir_facts *f, LLVMValueRef value);
};

/** Reads instructions where nothing tells what records memory is accessed as. */
extern const struct ir_reader ir_objects;

/** What the compiler's own operations do with memory. @return whether it is known of that one */
bool ir_object_operation(struct ir_facts *f, LLVMValueRef call, const char *name);

/* ir_intrinsics.c */

/** What the compiler's own operations do with pointers. */
void ir_intrinsic_facts(struct ir_facts *f, LLVMValueRef call, const char *name);

/** What its runtime does. @return whether it is known of that function */
bool ir_runtime_facts(struct ir_facts *f, LLVMValueRef call, const char *name);

/* ir_coroutines.c */

/** Begin with a body, which may be a coroutine. */
void ir_begin_coroutine(struct ir_facts *f, LLVMValueRef function);

/** @return whether an address is that of the promise of the body, or within it. */
bool ir_is_in_promise(const struct ir_facts *f, LLVMValueRef address);

/** @return the operand of an address within the promise, which is one of the frame as well. */
fact_slot ir_promise_operand(struct ir_facts *f, fact_slot address);

/** Copy what a call hands over to the parameters of an outlined function, which are values of the
 *  body. */
void ir_hand_to_outlined(struct ir_facts *f, LLVMValueRef call, LLVMValueRef function);

/** @return whether a function is one of std::coroutine_handle, or handles such, and does no more
 * than to hand on: each call of it is read by itself, as all handles are of a few types.
 *  @param depth how deep its calls may go */
bool ir_is_of_handles(LLVMValueRef function, unsigned depth);

/** What the compiler's operations on coroutines do, at the place that their calls have. @return
 *  whether it is known of that one */
bool ir_coroutine_operation(struct ir_facts *f, LLVMValueRef call, const char *name,
                            struct unit_place place);

/* ir_instructions.c */

/** @return whether a pointer is more than a way to data: something keeps it or calls it. */
bool ir_is_handed_on(LLVMValueRef pointer);

/* ir_data.c */

/** Facts of a variable's initialiser. */
void ir_data_facts(struct ir_facts *f, LLVMValueRef global);

/** Copy the constant a variable begins as into a part of a record of another type. */
void ir_initial_facts(struct ir_facts *f, LLVMValueRef global, const struct ir_memory *to);

#endif
