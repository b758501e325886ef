/*
 * What the parts of ir/ share while one module is looked at, and what values of a module are.
 *
 * The folders of ir/ use each other one way: ir/ (reading a module, going through bodies) -> facts/
 * (what pointers may point at) -> values/ (functions, places, constants, virtual tables, callees).
 */
#ifndef CGCOLLECT_IR_VALUES_IR_CONTEXT_H
#define CGCOLLECT_IR_VALUES_IR_CONTEXT_H

#include <llvm-c/Core.h>

#include "ir/values/ir_input.h"
#include "unit/unit.h"

/** What a function of the module is to the graph. */
enum ir_role {
    IR_ORDINARY,
    IR_INTRINSIC, /**< no function at all */
    IR_RUNTIME,   /**< of the compiler's runtime: calls of it are not written by anyone */
    IR_OUTLINED,  /**< a piece of the function that refers to it */
    IR_REGION,    /**< the same, of an OpenMP pragma */
    IR_THUNK,     /**< stands for another function */
};

/** A function, alias or ifunc of the module. */
struct ir_function {
    enum ir_role role;
    unit_id id; /**< UNIT_NONE for those that are no function of the graph */
};

/** A class with its virtual table in the module. */
struct ir_class {
    LLVMValueRef vtable;
    unsigned slot; /**< entry its address point is at */
};

/** One module being looked at. */
struct ir {
    struct unit *unit;
    const struct ir_input *input;
    LLVMContextRef context;
    LLVMModuleRef module;
    unsigned pointer_size;
    unsigned type_kind;     /**< metadata kind of "type" */
    GHashTable *functions;  /**< struct ir_function by LLVMValueRef */
    GHashTable *files;      /**< names by LLVMMetadataRef of the file */
    GHashTable *classes;    /**< struct ir_class by name of type info */
    GHashTable *locals;     /**< names of type info by LLVMMetadataRef, where types have no names */
    GHashTable *globals;    /**< GPtrArray of functions that a global's initialiser mentions */
    GHashTable *told;       /**< functions whose address is noted as taken by data */
    GHashTable *walked;     /**< functions whose bodies were gone through */
    GHashTable *instances;  /**< template arguments by name of the type; NULL: none are known */
    unsigned unnamed;       /**< functions without a name so far */
    bool optimised;         /**< code may not be where it was written */
    struct ir_facts *facts; /**< pointer facts being made, NULL: none are wanted */
};

/* places.c */

/** @return the name of a debug information file, a string of the unit; NULL if it has none. */
const char *ir_file_name(struct ir *ir, LLVMMetadataRef file);

/** @return where an instruction comes from. */
struct unit_place ir_place(struct ir *ir, LLVMValueRef instruction);

/** @return where a function is defined; column 0. */
struct unit_place ir_function_place(struct ir *ir, LLVMValueRef function);

/* roles.c */

/** @return what a function is to the graph. */
enum ir_role ir_role(const struct ir *ir, LLVMValueRef function, const char *name);

/** @return whether a runtime function is what a check of a sanitizer calls, which no program has.
 */
bool ir_is_check(const char *name);

/** @return whether the runtime function will call the function it is given: an atexit of sorts. */
bool ir_runtime_calls_back(const char *name);

/** @return whether an operation of the compiler's resumes or destroys a coroutine: at once, or
 * where the function around awaiting says which. */
bool ir_resumes(const char *name);

/** @return whether a function is compiled as a coroutine, and has not been split yet. */
bool ir_is_coroutine(LLVMValueRef function);

/** @return whether a function of that name is one the compiler made to run initialisers. */
bool ir_is_initialiser(const char *name);

/* module_functions.c */

/** @return a linkage name without the mark of names that are final. */
const char *ir_plain(const char *name);

/** @return a name of internal linkage with the file it is internal to, a string of the unit. */
const char *ir_local_name(struct ir *ir, const char *name);

/** @return the linkage name of a global value, plain. */
const char *ir_name(LLVMValueRef value);

/** @return whether a value is a function, or an alias or ifunc that stands for one. */
bool ir_is_function(LLVMValueRef value);

/** @return what is known of a function, alias or ifunc; borrowed. */
struct ir_function *ir_function(struct ir *ir, LLVMValueRef value);

/** @return the function of the graph a value stands for, UNIT_NONE if none. */
unit_id ir_function_id(struct ir *ir, LLVMValueRef value);

/** Make an outlined function one of the graph. */
void ir_make_ordinary(struct ir *ir, LLVMValueRef value);

/** Note that a function, alias or ifunc is defined here, and what the module says of it. */
void ir_define(struct ir *ir, LLVMValueRef value);

/* mentions.c */

/** @return whether a value is a constant that may mention a function: no plain data, of which there
 *  may be megabytes. */
bool ir_may_mention(LLVMValueRef value);

/** Called for each function a constant mentions. */
typedef void ir_visit_function(struct ir *ir, LLVMValueRef function, void *data);

/** @return whether data of that name is the compiler's: a virtual table, a type info. */
bool ir_is_class_data(const char *name);

/** Visit the functions a constant mentions, also through virtual tables and type infos. */
void ir_visit_constant(struct ir *ir, LLVMValueRef constant, ir_visit_function *visit, void *data);

/* vtables.c */

/** Learn which virtual tables there are. */
void ir_read_vtables(struct ir *ir);

/** Note what overrides what. */
void ir_read_overrides(struct ir *ir);

/** @return whether a global is a virtual table with its content: of a class, or while one is
 *  constructed. */
bool ir_is_vtable(LLVMValueRef global);

/** @return whether metadata tells what classes a virtual table serves. */
bool ir_tells_type(const struct ir *ir, LLVMValueRef vtable);

/** Take apart an address point of a virtual table, a `!type` of it. @return the type, NULL if it is
 *  malformed; `entry` receives at which entry it is. */
LLVMValueRef ir_point(struct ir *ir, LLVMMetadataRef node, uint64_t *entry);

/** @return whether a variable is the virtual table of a class, here or elsewhere. */
bool ir_is_class_table(LLVMValueRef global);

/** @return the name of the table of a class that a table, or table of tables, belongs to. */
const char *ir_table_name(struct ir *ir, LLVMValueRef global);

/** @return how many entries a virtual table has. */
unsigned ir_count_entries(LLVMValueRef vtable);

/** @return an entry of a virtual table, NULL if there is none. */
LLVMValueRef ir_entry(LLVMValueRef vtable, unsigned entry);

/** @return what a slot of a class's virtual table holds, NULL if unknown. */
LLVMValueRef ir_slot(struct ir *ir, const char *receiver, unsigned slot);

/** @return the name that type metadata has for a type, less what pointers to members lose where
 * they are converted: that the function throws nothing. Release with g_free; NULL if it has none.
 */
char *ir_type_name(LLVMValueRef type);

/* vtable_records.c */

/** Note the virtual tables there are. */
void ir_note_tables(struct ir *ir);

/** Note which virtual tables a constant mentions that a function, or data (UNIT_NONE), has. */
void ir_note_vtable_refs(struct ir *ir, unit_id function, LLVMValueRef constant);

/* indirect_calls.c */

/** What an indirect call was found to call. */
struct ir_callee {
    GPtrArray *targets; /**< LLVMValueRef of functions */
    bool open;          /**< there may be others */
    bool is_virtual;
    const char *receiver; /**< of a virtual call, NULL when the type has no name */
    unsigned slot;
};

/** Find out what a call calls; `targets` is an empty array. */
void ir_resolve(struct ir *ir, LLVMValueRef callee, struct ir_callee *out);

/** @return the type info name of what a test of types tests for, NULL if it has none. */
const char *ir_receiver(struct ir *ir, LLVMValueRef type);

/** @return whether what is called in an outlined function only finds a task's private variables. */
bool ir_is_privates_map(LLVMValueRef callee, LLVMValueRef function);

/* frames.c */

/** The variables of a function. Start with {0}. */
struct ir_frame {
    uint64_t size;
    bool grows; /**< by more than is known */
};

/** Add what an alloca takes. */
void ir_frame_add(struct ir_frame *frame, struct ir *ir, LLVMValueRef alloca);

/** Say what the frame of a function is. Variants of one function have the largest. */
void ir_frame_note(const struct ir_frame *frame, struct ir *ir, unit_id id, LLVMValueRef function);

#endif
