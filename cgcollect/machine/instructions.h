/*
 * Where control goes after an instruction, as LLVM's disassembler shows it.
 */
#ifndef CGCOLLECT_MACHINE_INSTRUCTIONS_H
#define CGCOLLECT_MACHINE_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/registers.h"

/** Where control goes. */
enum flow {
    FLOW_NEXT,    /**< to the next instruction */
    FLOW_CALL,    /**< elsewhere, and back */
    FLOW_BRANCH,  /**< elsewhere, or to the next one */
    FLOW_JUMP,    /**< elsewhere */
    FLOW_TRAP,    /**< to the next one, if something resumes it */
    FLOW_END,     /**< back to the caller, or nowhere */
    FLOW_UNKNOWN, /**< the instruction is not understood; with a length, the next one may be */
};

/** An instruction. */
struct instruction {
    size_t length; /**< bytes; 0: there is none */
    enum flow flow;
    bool indirect;      /**< a call, branch or jump to what a register or memory holds */
    bool makes_address; /**< it computes the address that it refers to, and does not access it */
    bool far;         /**< it leaves the program's own code: by segment, or to another privilege */
    bool system;      /**< it calls the system */
    bool moves_stack; /**< it sets the stack pointer to what a register or memory holds */
    bool saves_stack; /**< it copies the stack pointer to a register, from where it comes back */
    bool puts_return; /**< it puts on the stack what `ret` right after it goes to */
    bool idle;        /**< it does nothing: what assemblers put between functions */
    bool has_target;  /**< `target` is known, if no relocation changes it */
    bool has_reference; /**< it makes or reads the address `reference` relative to its own */
    uint64_t target;
    uint64_t reference;
    struct registers registers; /**< that it uses */
};

/** Reads instructions of one kind of processor. */
struct instructions;

/** @param machine EM_... of ELF @return NULL if LLVM has no such processor, or control flow of its
 *  instructions is not known here; release with instructions_free */
struct instructions *instructions_new(unsigned machine);

/** Release. NULL is allowed. */
void instructions_free(struct instructions *instructions);

/** Read the instruction at an offset of a section.
 *  @param thumb on ARM, whether it is one of Thumb */
struct instruction instructions_read(struct instructions *instructions, const uint8_t *bytes,
                                     uint64_t size, uint64_t at, bool thumb);

#endif
