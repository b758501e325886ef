/*
 * Evidence from the compiler's intermediate representation, through LLVM-C: what the compiler makes
 * of a translation unit, implicit calls and template instances included.
 */
#ifndef CGCOLLECT_IR_H
#define CGCOLLECT_IR_H

#include <stdbool.h>

#include "unit.h"

/** What to read and how. */
struct ir_input {
    const char *file; /**< absolute path: of the bitcode or textual IR, or of the source it is of */
    const char *root; /**< files below it are named relative to it */
    bool facts;       /**< pointer facts are wanted */
    bool plain;       /**< it is known that no optimiser has seen it */
    char **compiler;  /**< command that made the bitcode, as ir_compile takes it; NULL: not known */
    bool alone;       /**< nobody reads the source: the IR tells all it can */
    bool runtime;     /**< calls of the compiler's runtime, and thunks, are calls like others */
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
 * @return a descriptor of the bitcode, -1 when there is none
 */
int ir_compile(char **argv, char **why);

/**
 * Add what a module holds to the unit.
 *
 * @param descriptor of the bitcode or textual IR; closed
 * @param why        receives what is wrong with the module; release with g_free
 * @return whether it could be read
 */
bool ir_collect(struct unit *unit, const struct ir_input *input, int descriptor, char **why);

#endif
