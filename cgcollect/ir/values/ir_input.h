/*
 * Which module is to be read, and how.
 */
#ifndef CGCOLLECT_IR_VALUES_IR_INPUT_H
#define CGCOLLECT_IR_VALUES_IR_INPUT_H

#include <stdbool.h>

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

#endif
