/*
 * Pointer facts from a module: what instructions do with pointers, recorded while bodies are
 * walked. If no facts are wanted, these functions do nothing.
 */
#ifndef CGCOLLECT_IR_FACTS_IR_FACTS_H
#define CGCOLLECT_IR_FACTS_IR_FACTS_H

#include "ir/values/ir_context.h"

void ir_facts_start(struct ir *ir);
void ir_facts_finish(struct ir *ir);

/** Enter the body of a function; its outlined pieces belong to it. */
void ir_facts_begin(struct ir *ir, LLVMValueRef function);

/** Process the next instruction, at the place of its calls. */
void ir_facts_instruction(struct ir *ir, LLVMValueRef instruction, struct unit_place place);

/** Record that an alias stands for a function. */
void ir_facts_alias(struct ir *ir, LLVMValueRef alias, unit_id to);

/** Record that an ifunc is whatever its resolver returns. */
void ir_facts_resolver(struct ir *ir, LLVMValueRef function, unit_id resolver);

/** Record a use of a function or variable that the compiler does not see. */
void ir_facts_used(struct ir *ir, LLVMValueRef value);

/** Process the initialisers of data. */
void ir_facts_data(struct ir *ir);

/** @return whether a name of an LLVM type is that of the C++ library's memory for its first
 * template argument, as the nodes of containers have it. */
bool ir_is_memory(const char *name);

#endif
