/*
 * Pointer facts from a module: what instructions do with pointers, while bodies are gone through.
 * Without facts wanted these do nothing.
 */
#ifndef CGCOLLECT_IR_FACTS_IR_FACTS_H
#define CGCOLLECT_IR_FACTS_IR_FACTS_H

#include "ir/values/ir_context.h"

void ir_facts_start(struct ir *ir);
void ir_facts_finish(struct ir *ir);

/** Begin with the body of a function; its pieces belong to it. */
void ir_facts_begin(struct ir *ir, LLVMValueRef function);

/** The next instruction, at the place its calls have. */
void ir_facts_instruction(struct ir *ir, LLVMValueRef instruction, struct unit_place place);

/** An alias of a function is another. */
void ir_facts_alias(struct ir *ir, LLVMValueRef alias, unit_id to);

/** A function is whatever another one returns. */
void ir_facts_resolver(struct ir *ir, LLVMValueRef function, unit_id resolver);

/** A function is used by what the compiler does not see. */
void ir_facts_used(struct ir *ir, LLVMValueRef function);

/** Go through the initialisers of data. */
void ir_facts_data(struct ir *ir);

#endif
