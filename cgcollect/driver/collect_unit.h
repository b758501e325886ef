/*
 * Collects one translation unit: all its evidence, one graph, one file.
 */
#ifndef CGCOLLECT_DRIVER_COLLECT_UNIT_H
#define CGCOLLECT_DRIVER_COLLECT_UNIT_H

#include <stdint.h>

#include "commands/commands.h"

/** When to use the compiler's IR. */
enum ir_wish {
    IR_AUTO, /**< where the AST is known to hide calls: C++, OpenMP, cleanups */
    IR_ON,
    IR_OFF,
    IR_ONLY, /**< C++ from the IR alone, C from its source alone */
};

/** The outcome for one translation unit. */
enum collect_outcome {
    COLLECT_COMPLETE,
    COLLECT_AST_ONLY,  /**< written without the compiler's IR, which was wanted but unavailable */
    COLLECT_PARTIAL,   /**< written, but part of the source could not be read */
    COLLECT_FAILED,    /**< not written: the file yields nothing */
    COLLECT_NO_OUTPUT, /**< the output cannot be written */
};

/** The result for one translation unit. Plain bytes: it goes through a pipe. */
struct collect_result {
    enum collect_outcome outcome;
    uint32_t functions; /**< definitions */
    uint32_t calls;     /**< pairs of caller and callee */
    uint32_t open;      /**< unresolved call sites */
    bool compiled_only; /**< the source was not read: */
    uint32_t places;    /**< number of call places, */
    uint32_t unplaced;  /**< and how many have no line and column */
    uint32_t errors;
    char why[1024]; /**< unless complete: the reason, or "file:line:col: text" of the first error;
                       else why lines are missing, or "" */
};

struct collected_kind;

/** One translation unit to collect. */
struct collect_task {
    struct compile_command *command;
    const char *root;         /**< names files below it relative to it */
    const char *resource_dir; /**< when to use the compiler's IR */
    enum ir_wish ir;
    bool runtime;                              /**< show calls of the compiler's runtime */
    bool trivial;                              /**< show calls of functions that do nothing */
    bool builtins;                             /**< show calls of builtins by their own names */
    const struct collected_kind *const *kinds; /**< metadata to collect (metadata/own_kinds.h) */
    const char *clang;    /**< the clang driver that makes IR; NULL if there is none */
    const char *no_clang; /**< why there is none */
    bool trusted;         /**< the command's compiler may run */
    char *output;         /**< absolute path, or "-" */
    char *base; /**< the directory that the user chose, below which no link is followed; NULL if he
                     chose the output itself */
};

/**
 * Collect. Changes the current directory and does not free the AST: call it in a process of its
 * own.
 *
 * @param inputs receives the files that were read: absolute paths, char *, which it must free; none
 *               if they are not known. NULL if nobody asks
 */
void collect_unit(const struct collect_task *task, struct collect_result *result,
                  GPtrArray *inputs);

#endif
