/*
 * The state that the parts of ir/ share for one module, and what the values of a module are.
 *
 * The folders of ir/ depend on each other in one direction: ir/ (reading a module, walking bodies)
 * -> facts/ (pointer facts) -> values/ (functions, places, constants, virtual tables, callees).
 */
#ifndef CGCOLLECT_IR_VALUES_IR_CONTEXT_H
#define CGCOLLECT_IR_VALUES_IR_CONTEXT_H

#include <llvm-c/Core.h>

#include "ir/values/ir_input.h"
#include "unit/unit.h"

/** The role of a module's function in the graph. */
enum ir_role {
    IR_ORDINARY,
    IR_INTRINSIC, /**< no function at all */
    IR_RUNTIME,   /**< the compiler's runtime: no source has its calls */
    IR_OUTLINED,  /**< a piece of the function that references it */
    IR_REGION,    /**< the same, of an OpenMP pragma */
    IR_THUNK,     /**< stands for another function */
};

/** A function, alias or ifunc of the module. */
struct ir_function {
    enum ir_role role;
    unit_id id; /**< UNIT_NONE for those that are not in the graph */
};

/** A class whose virtual table is in the module. */
struct ir_class {
    LLVMValueRef vtable;
    unsigned slot; /**< index of the entry at its address point */
};

/** What a pointer is in `contents`; no type has that name. */
#define IR_POINTER_CONTENT "*"

/** What clang prints of template instances, by the names of their LLVM types. */
struct ir_instances {
    GHashTable *arguments; /**< template arguments: `<Scene,default_delete>` */
    GHashTable *contents;  /**< of classes that are memory for a type: its name */
};

/** One module being read. */
struct ir {
    struct unit *unit;
    const struct ir_input *input;
    LLVMContextRef context;
    LLVMModuleRef module;
    unsigned pointer_size;
    unsigned type_kind;    /**< metadata kind of "type" */
    GHashTable *functions; /**< struct ir_function by LLVMValueRef */
    GHashTable *files;     /**< names by LLVMMetadataRef of the file */
    GHashTable *classes;   /**< struct ir_class by name of type info */
    GHashTable *locals;    /**< names of type info by LLVMMetadataRef, where types have no names */
    GHashTable *globals;   /**< GPtrArray of functions that a global's initialiser mentions */
    GHashTable *addresses_noted;    /**< functions whose address data takes, as recorded */
    GHashTable *walked;             /**< functions whose bodies were walked */
    struct ir_instances *instances; /**< NULL: none are known */
    unsigned unnamed;               /**< number of functions without a name so far */
    bool optimised;         /**< optimisation may have moved code away from where it was written */
    struct ir_facts *facts; /**< pointer facts being made, NULL: not wanted */
};

/* places.c */

/** @return the place of an instruction. */
struct unit_place ir_place(struct ir *ir, LLVMValueRef instruction);

/** @return the place where a function is defined; column 0. */
struct unit_place ir_function_place(struct ir *ir, LLVMValueRef function);

/* roles.c */

/** @return the role of a function in the graph. */
enum ir_role ir_role(const struct ir *ir, LLVMValueRef function, const char *name);

/** @return whether a function or variable is internal to the module. */
bool ir_is_internal(LLVMValueRef global);

/** @return whether a runtime function is called by a sanitizer's check, which the program itself
 *  does not have. */
bool ir_is_check(const char *name);

/** @return whether the runtime function will call the function it receives, as atexit does. */
bool ir_runtime_calls_back(const char *name);

/** @return whether an intrinsic resumes or destroys a coroutine: at once, or if the function around
 *  awaiting decides which. */
bool ir_resumes(const char *name);

/** @return whether a function is a coroutine that has not been split yet. */
bool ir_is_coroutine(LLVMValueRef function);

/** @return whether the compiler made a function of that name to run initialisers. */
bool ir_is_initialiser(const char *name);

/* module_functions.c */

/** @return a linkage name without the mark of names that are final. */
const char *ir_plain(const char *name);

/** @return a name of internal linkage with its file, a string of the unit. */
const char *ir_local_name(struct ir *ir, const char *name);

/** @return the linkage name of a global value, without marks. */
const char *ir_name(LLVMValueRef value);

/** @return whether a value is a function, or an alias or ifunc of one. */
bool ir_is_function(LLVMValueRef value);

/** @return the record of a function, alias or ifunc; borrowed. */
struct ir_function *ir_function(struct ir *ir, LLVMValueRef value);

/** @return the graph's function for a value, UNIT_NONE if none. */
unit_id ir_function_id(struct ir *ir, LLVMValueRef value);

/** Make an outlined function one of the graph. */
void ir_make_ordinary(struct ir *ir, LLVMValueRef value);

/** Record that a function, alias or ifunc is defined here, with its properties in the module. */
void ir_define(struct ir *ir, LLVMValueRef value);

/* mentions.c */

/** @return whether a value is a constant that may mention a function: not plain data, of which
 *  there may be megabytes. */
bool ir_may_mention(LLVMValueRef value);

/** Called for each function that a constant mentions. */
typedef void ir_visit_function(struct ir *ir, LLVMValueRef function, void *data);

/** @return whether data of that name is the compiler's: a virtual table, a type info. */
bool ir_is_class_data(const char *name);

/** Visit the functions that a constant mentions, also through virtual tables and type infos. */
void ir_visit_constant(struct ir *ir, LLVMValueRef constant, ir_visit_function *visit, void *data);

/* vtables.c */

/** Find all virtual tables. */
void ir_read_vtables(struct ir *ir);

/** Record the overrides. */
void ir_read_overrides(struct ir *ir);

/** @return whether a global is a virtual table with its content: of a class, or during
 *  construction. */
bool ir_is_vtable(LLVMValueRef global);

/** @return whether metadata names the classes that a virtual table serves. */
bool ir_has_type_metadata(const struct ir *ir, LLVMValueRef vtable);

/** Parse an address point of a virtual table, one of its `!type`s. @return the type, NULL if it is
 *  malformed; `entry` receives its entry. */
LLVMValueRef ir_point(struct ir *ir, LLVMMetadataRef node, uint64_t *entry);

/** @return whether a variable is the virtual table of a class, here or elsewhere. */
bool ir_is_class_table(LLVMValueRef global);

/** @return the name of the class table that a table, or table of tables, belongs to. */
const char *ir_table_name(struct ir *ir, LLVMValueRef global);

/** @return the number of entries of a virtual table. */
unsigned ir_count_entries(LLVMValueRef vtable);

/** @return an entry of a virtual table, NULL if there is none. */
LLVMValueRef ir_entry(LLVMValueRef vtable, unsigned entry);

/** @return the content of a slot in a class's virtual table, NULL if unknown. */
LLVMValueRef ir_slot(struct ir *ir, const char *receiver, unsigned slot);

/** @return the name of a type in type metadata, without what conversions of pointers to members
 *  drop: that the function throws nothing. Release with g_free; NULL if it has none. */
char *ir_type_name(LLVMValueRef type);

/* vtable_records.c */

/** Record the virtual tables. */
void ir_note_tables(struct ir *ir);

/** Record the virtual tables that a constant in a function, or in data (UNIT_NONE), mentions. */
void ir_note_vtable_refs(struct ir *ir, unit_id function, LLVMValueRef constant);

/* indirect_calls.c */

/** The callees found for an indirect call. */
struct ir_callee {
    GPtrArray *targets; /**< LLVMValueRef of functions */
    bool open;          /**< there may be others */
    bool is_virtual;
    const char *receiver; /**< of a virtual call, NULL if the type has no name */
    unsigned slot;
};

/** Find the callees of a call; `targets` is an empty array. */
void ir_resolve(struct ir *ir, LLVMValueRef callee, struct ir_callee *out);

/** @return the type that the compiler tests a pointer for, a metadata value: of a virtual table, or
 *  of a function; NULL if it tests it for none. */
LLVMValueRef ir_tested_type(LLVMValueRef pointer);

/** @return the type info name that a type test tests for, NULL if it has none. */
const char *ir_receiver(struct ir *ir, LLVMValueRef type);

/** @return whether a callee in an outlined function only finds a task's private variables. */
bool ir_is_privates_map(LLVMValueRef callee, LLVMValueRef function);

/* frame_sizes.c */

/** The variables of a function. Start with {0}. */
struct ir_frame {
    uint64_t size;
    bool grows; /**< by an unknown amount */
};

/** Add the size of an alloca. */
void ir_frame_add(struct ir_frame *frame, struct ir *ir, LLVMValueRef alloca);

/** Store the frame size of a function. Of several variants the largest counts. */
void ir_frame_note(const struct ir_frame *frame, struct ir *ir, unit_id id, LLVMValueRef function);

#endif
