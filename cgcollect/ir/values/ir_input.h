/*
 * Which module to read, and how.
 */
#ifndef CGCOLLECT_IR_VALUES_IR_INPUT_H
#define CGCOLLECT_IR_VALUES_IR_INPUT_H

#include <stdbool.h>

/** What to read and how. */
struct ir_input {
    const char *file; /**< absolute path: of the bitcode or textual IR, or of its source */
    const char *root; /**< names files below it relative to it */
    bool facts;       /**< pointer facts are wanted */
    bool plain;       /**< no optimiser has processed it */
    char **compiler;  /**< command that made the bitcode, for ir_compile; NULL: unknown */
    bool alone;       /**< the source is not read: use all that the IR has */
    bool runtime;     /**< show calls of the compiler's runtime and of thunks */
};

#endif
