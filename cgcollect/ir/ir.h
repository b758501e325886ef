/*
 * Collects evidence from the compiler's IR through LLVM-C: what the compiler makes of a translation
 * unit, including implicit calls and template instances.
 */
#ifndef CGCOLLECT_IR_IR_H
#define CGCOLLECT_IR_IR_H

#include <stdbool.h>

#include "ir/values/ir_input.h"
#include "unit/unit.h"

/** What the compiler made of a translation unit: descriptors. */
struct ir_compiled {
    int module;  /**< of the bitcode or textual IR; -1: there is none */
    int layouts; /**< of the printed layouts of records; -1: none */
};

/** Why there is no IR; all zeros while there is no failure. */
struct ir_failure {
    char *why;   /**< release with g_free */
    bool system; /**< a file could not be read, or the system had no memory, process or descriptor
                      left: it says nothing about the code */
};

/** Where the driver writes its IR: the descriptor that ir_compile gives it. */
#define IR_OUTPUT_FILENO 3
#define IR_OUTPUT "/proc/self/fd/3"

/** The highest major version whose bitcode can be read. */
unsigned ir_version(void);

/** @return whether a file is bitcode or textual IR, by its name. */
bool ir_is_module(const char *file);

/**
 * Make bitcode of a translation unit.
 *
 * @param argv    command line of the clang driver, as commands_for_ir makes it
 * @param failure receives the compiler's message on failure
 * @return descriptors to close; both -1 when it fails
 */
struct ir_compiled ir_compile(char **argv, struct ir_failure *failure);

/**
 * Make an object of a source of assembler.
 *
 * @param argv    command line of the clang driver, as commands_for_assembling makes it
 * @param failure receives the assembler's message on failure
 * @return a descriptor to close; -1 when it fails
 */
int ir_assemble(char **argv, struct ir_failure *failure);

/** The same, by a compiler that is trusted to do nothing else (commands_for_own_assembler). */
int ir_assemble_trusted(char **argv, struct ir_failure *failure);

/**
 * Add the contents of a module to the unit.
 *
 * @param compiled closes its descriptors
 * @param failure  receives the reason of a failure
 * @return whether the module was read
 */
bool ir_collect(struct unit *unit, const struct ir_input *input, struct ir_compiled compiled,
                struct ir_failure *failure);

#endif
