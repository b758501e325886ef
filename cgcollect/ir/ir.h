/*
 * Evidence from the compiler's intermediate representation, through LLVM-C: what the compiler makes
 * of a translation unit, implicit calls and template instances included.
 */
#ifndef CGCOLLECT_IR_IR_H
#define CGCOLLECT_IR_IR_H

#include <stdbool.h>

#include "ir/values/ir_input.h"
#include "unit/unit.h"

/** What the compiler made of a translation unit: descriptors. */
struct ir_compiled {
    int module;  /**< of the bitcode or textual IR; -1: there is none */
    int layouts; /**< of what it says of the layouts of records; -1: nothing */
};

/** The highest major version whose bitcode can be read. */
unsigned ir_version(void);

/** @return whether a file is bitcode or textual IR by its name. */
bool ir_is_module(const char *file);

/**
 * Make bitcode of a translation unit.
 *
 * @param argv command line of the clang driver, as commands_for_ir makes it
 * @param why  receives, when it fails, what the compiler said; release with g_free
 * @return descriptors to close; both -1 when it fails
 */
struct ir_compiled ir_compile(char **argv, char **why);

/**
 * Add what a module holds to the unit.
 *
 * @param compiled its descriptors are closed
 * @param why      receives what is wrong with the module; release with g_free
 * @return whether it could be read
 */
bool ir_collect(struct unit *unit, const struct ir_input *input, struct ir_compiled compiled,
                char **why);

#endif
