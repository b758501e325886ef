/*
 * The stages that module.c runs while it reads a module.
 */
#ifndef CGCOLLECT_IR_IR_STAGES_H
#define CGCOLLECT_IR_IR_STAGES_H

#include "ir/ir.h"
#include "ir/values/ir_context.h"

/* module.c */

/** Record that assembly may call the functions that are named between blanks, or hand them on. */
void ir_note_named(struct ir *ir, const char *text);

/* complaint.c */

/**
 * Explain why a module cannot be read, and what to do if another LLVM made it.
 *
 * @param path    LLVM's name of the module
 * @param message LLVM's message, or NULL
 * @return a text of one line; release with g_free
 */
char *ir_complaint(const struct ir *ir, const char *path, const char *message);

/* instances.c */

/** Read what clang's printed layouts say of template instances. O(length).
 *  @return NULL after a failure of the system (errno); release with ir_free_instances */
struct ir_instances *ir_read_instances(int descriptor);

/** @param instances NULL: nothing happens */
void ir_free_instances(struct ir_instances *instances);

/* initialiser_names.c */

/** Give the functions that run initialisers the names they have in the program's objects.
 *  @return whether that is done or not possible; false after a failure of the system */
bool ir_name_initialisers(struct ir *ir, struct ir_failure *failure);

/* body_walk.c */

/** Walk the body of a function and the pieces outlined from it. */
void ir_walk(struct ir *ir, LLVMValueRef function);

#endif
