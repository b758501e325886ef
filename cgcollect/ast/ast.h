/*
 * Evidence from the AST, through libclang.
 */
#ifndef CGCOLLECT_AST_AST_H
#define CGCOLLECT_AST_AST_H

#include <stdbool.h>

#include "ast/base/ast_input.h"
#include "unit/unit.h"

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
