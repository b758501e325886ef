/*
 * Collects evidence from the AST through libclang.
 */
#ifndef CGCOLLECT_AST_AST_H
#define CGCOLLECT_AST_AST_H

#include <stdbool.h>

#include "ast/base/ast_input.h"
#include "unit/unit.h"

/** How far collecting came. */
enum ast_outcome {
    AST_COMPLETE,
    AST_PARTIAL,    /**< the file has errors; the unit has what parsed */
    AST_FAILED,     /**< nothing was collected */
    AST_UNREADABLE, /**< a file could not be read: what the unit has may lack anything */
};

/** The report of ast_collect. */
struct ast_report {
    unsigned errors;
    bool unreadable; /**< first_error is about a file that could not be read */
    bool hides;      /**< there are OpenMP pragmas or cleanups, whose calls only the compiler shows
                          fully */
    GPtrArray *inputs;     /**< receives the files that were read: absolute paths, char *, which it
                                must free; none if they are not known. NULL: nobody asks */
    char first_error[512]; /**< "file:line:col: text" of the first error, or the cause of a
                                failure */
};

/** Parse a translation unit and add its contents to the unit. */
enum ast_outcome ast_collect(struct unit *unit, const struct ast_input *input,
                             struct ast_report *report);

#endif
