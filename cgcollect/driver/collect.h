/*
 * Collecting one translation unit: all its evidence, one graph, one file.
 */
#ifndef CGCOLLECT_DRIVER_COLLECT_H
#define CGCOLLECT_DRIVER_COLLECT_H

#include <stdint.h>

#include "commands/commands.h"

/** When the compiler's IR is asked for. */
enum ir_wish {
    IR_AUTO, /**< where the AST is known to hide calls: C++, OpenMP, cleanups */
    IR_ON,
    IR_OFF,
    IR_ONLY, /**< of C++, whose source is not looked at then; C is read from its source alone */
};

/** How one translation unit came out. */
enum collect_outcome {
    COLLECT_COMPLETE,
    COLLECT_AST_ONLY,  /**< written, but the compiler's IR, which was wanted, is not to be had */
    COLLECT_PARTIAL,   /**< written, but not all of the source could be read */
    COLLECT_FAILED,    /**< not written: nothing to be had from this file */
    COLLECT_NO_OUTPUT, /**< the output cannot be written */
};

/** What is told of one translation unit. Plain bytes: it goes through a pipe. */
struct collect_result {
    enum collect_outcome outcome;
    uint32_t functions; /**< definitions */
    uint32_t calls;     /**< pairs of caller and callee */
    uint32_t open;      /**< unresolved call sites */
    bool compiled_only; /**< no source was looked at: */
    uint32_t places;    /**< so many places of calls there are, */
    uint32_t unplaced;  /**< of which so many have no line and column */
    uint32_t errors;
    char why[1024]; /**< unless complete: the reason, or "file:line:col: text" of the first error */
};

struct collected_kind;

/** One translation unit to collect. */
struct collect_task {
    struct compile_command *command;
    const char *root;         /**< files below it are named relative to it */
    const char *resource_dir; /**< of the compiler */
    enum ir_wish ir;
    bool runtime;                              /**< calls of the compiler's runtime are shown */
    bool trivial;                              /**< so are those of functions that do nothing, */
    bool builtins;                             /**< and of builtins by their own names */
    const struct collected_kind *const *kinds; /**< metadata to collect (metadata/kinds.h) */
    const char *clang;    /**< the clang driver that makes IR; NULL if there is none */
    const char *no_clang; /**< why there is none */
    char *output;         /**< absolute path, or "-" */
};

/** Collect. Changes the current directory, and keeps the AST's memory: call it in a process of its
 *  own. */
void collect_unit(const struct collect_task *task, struct collect_result *result);

#endif
