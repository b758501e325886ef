/*
 * Evidence from the AST, through libclang.
 */
#ifndef CGCOLLECT_AST_H
#define CGCOLLECT_AST_H

#include <stdbool.h>

#include "unit/unit.h"

/** What to parse and how names of files are written. */
struct ast_input {
    char **argv;           /**< the compile's command line, cleaned for libclang; NULL ends it */
    const char *directory; /**< where the compile runs: the current directory */
    const char *file;      /**< absolute path of the main file */
    const char *root;      /**< files below it are named relative to it */
};

/** How far it came. */
enum ast_outcome {
    AST_COMPLETE,
    AST_PARTIAL, /**< the file has errors; what parsed is in the unit */
    AST_FAILED,  /**< nothing to be had */
};

/** What ast_collect has to tell. */
struct ast_report {
    unsigned errors;
    bool hides; /**< there are OpenMP pragmas or cleanups, of which the compiler knows more */
    char first_error[512]; /**< "file:line:col: text" of the first, or why it failed */
};

/** Parse a translation unit and add what it holds to the unit. */
enum ast_outcome ast_collect(struct unit *unit, const struct ast_input *input,
                             struct ast_report *report);

#endif
