/*
 * What module.c has done while it reads a module.
 */
#ifndef CGCOLLECT_IR_IR_STAGES_H
#define CGCOLLECT_IR_IR_STAGES_H

#include "ir/ir.h"
#include "ir/values/ir_context.h"

/* complaint.c */

/**
 * Say why a module cannot be read, and what to do if another LLVM made it.
 *
 * @param path    what LLVM knows the module by
 * @param message what it says, or NULL
 * @return a text of one line; release with g_free
 */
char *ir_complaint(const struct ir *ir, const char *path, const char *message);

/* instances.c */

/** Template arguments of records (`<Scene,default_delete>`) by the names of their LLVM types, from
 * what clang prints of layouts. O(length). @return release with g_hash_table_destroy */
GHashTable *ir_read_instances(int descriptor);

/* initialiser_names.c */

/** Give the functions that run initialisers the names they have in the program's objects. */
void ir_name_initialisers(struct ir *ir);

/* body_walk.c */

/** Go through the body of a function, and through the pieces of it that were outlined. */
void ir_walk(struct ir *ir, LLVMValueRef function);

#endif
