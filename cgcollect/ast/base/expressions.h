/*
 * What expressions and statements come to, where libclang does not show it: constants, which branch
 * runs, what stands before the condition of a `switch`.
 */
#ifndef CGCOLLECT_AST_BASE_EXPRESSIONS_H
#define CGCOLLECT_AST_BASE_EXPRESSIONS_H

#include "ast/base/tree.h"
#include "source/cursors.h"

/* constants.c */

/** @return whether an expression is an integer constant, and which. */
bool ast_evaluate(CXCursor expression, long long *value);

/** @return whether a binary operator is ",", "=", "&&" or "||". */
bool ast_is_operator(CXCursor expression, const char *spelling);

/** @return whether the condition of an `if`, `?:`, `&&` or `||` may be a constant, seen cheaply. */
bool ast_may_fold(struct ast *ast, CXCursor conditional);

/** @return which part of such a statement or expression cannot run, as compilers see it even
 *  without optimising; 0 for none. */
unsigned ast_dead_part(struct ast *ast, CXCursor conditional, const struct cursors *parts);

/* branches.c */

/** @return whether the compiler may choose the `index`-th branch of a _Generic or
 *  __builtin_choose_expr; true also where libclang cannot evaluate the condition. */
bool ast_is_chosen(CXCursor selection, const struct cursors *branches, unsigned index);

/** @return which child of a selection is its first branch: the operand before it may be a type. */
unsigned ast_first_branch(struct ast *ast, CXCursor selection, const struct cursors *parts);

/** @return whether an unexposed expression is a __builtin_choose_expr, given its children. */
bool ast_is_choose_expr(CXCursor expression, const struct cursors *children);

/** @return whether a child of an unexposed expression does not begin where that begins, which hints
 *  at a builtin: implicit casts begin where their operand does. */
bool ast_is_operand(CXCursor child, CXCursor parent);

/** @return whether an operand of an unexposed expression is not evaluated. */
bool ast_is_rejected(struct ast *ast, CXCursor child, CXCursor parent);

/* switch_init.c */

/**
 * Whether a `switch` has something before its condition, which libclang does not show.
 *
 * @param variables receives the variables declared there, as far as they are used in the switch
 */
bool ast_switch_init(struct ast *ast, CXCursor statement, struct cursors *variables);

/* captures.c */

/** @return what a capture of a lambda is initialised with, given the reference that names it; null
 *  for a capture that is merely named. What else libclang shows of it are parts of that. */
CXCursor ast_init_capture(CXCursor reference);

#endif
