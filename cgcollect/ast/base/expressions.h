/*
 * Answers what libclang does not show of expressions and statements: operators, constants, the
 * branch that runs, what comes before the condition of a `switch`.
 */
#ifndef CGCOLLECT_AST_BASE_EXPRESSIONS_H
#define CGCOLLECT_AST_BASE_EXPRESSIONS_H

#include "ast/base/definition_tree.h"
#include "source/cursors.h"

/* operators.c */

/** @return whether a binary operator is the one spelled: , = && || % & | ^ + - or <<. */
bool ast_is_operator(CXCursor expression, const char *spelling);

/** How an operator counts. */
enum ast_operation {
    AST_OPERATION_NONE,       /**< costs nothing: `&x`, `+x`, `,` */
    AST_OPERATION_ASSIGN,     /**< `=` */
    AST_OPERATION_ARITHMETIC, /**< of the type of its result, which is that of its operands */
    AST_OPERATION_COMPARISON, /**< of the type of its operands; also `!`, and `+=` and the like */
    AST_OPERATION_LOGICAL,    /**< `&&`, `||` */
    AST_OPERATION_ACCESS,     /**< memory: `*p`, `.*`, `->*` */
};

/** @return how a unary or binary operator counts. */
enum ast_operation ast_operation(struct ast *ast, CXCursor expression);

/** @return how the operator of a fold expression counts; AST_OPERATION_NONE if it is none. */
enum ast_operation ast_fold_operation(struct ast *ast, CXCursor expression);

/* constants.c */

/** @return whether an expression is an integer constant, and its value. */
bool ast_evaluate(CXCursor expression, long long *value);

/** @return whether the condition of an `if`, `?:`, `&&` or `||` may be a constant; a cheap first
 *  check. */
bool ast_may_fold(struct ast *ast, CXCursor conditional);

/** @return the part of a conditional that cannot run; compilers drop it even without optimising. 0
 *  for none. */
unsigned ast_dead_part(struct ast *ast, CXCursor conditional, const struct cursors *parts);

/** @return whether control never leaves an `if` but by a jump, since its condition is constant. */
bool ast_always_jumps(struct ast *ast, CXCursor conditional, const struct cursors *parts);

/** @return whether control never goes on to the next statement: return, goto, break, continue. */
bool ast_is_jump(CXCursor statement);

/** @return whether code outside of a statement may jump to a label in it. O(its size). */
bool ast_has_label(struct ast *ast, CXCursor statement);

/* branches.c */

/** @return whether the compiler may choose the `index`-th branch of a _Generic or
 *  __builtin_choose_expr; true also if libclang cannot evaluate the condition. */
bool ast_is_chosen(CXCursor selection, const struct cursors *branches, unsigned index);

/** @return the index of a selection's first branch; the operand before it may be a type, which is
 *  no child. */
unsigned ast_first_branch(struct ast *ast, CXCursor selection, const struct cursors *parts);

/** @return whether an unexposed expression is a __builtin_choose_expr, given its children. */
bool ast_is_choose_expr(CXCursor expression, const struct cursors *children);

/** @return whether a child of an unexposed expression begins elsewhere than the expression. That
 *  hints at a builtin: implicit casts begin with their operand. */
bool ast_is_operand(CXCursor child, CXCursor parent);

/** @return whether an operand of an unexposed expression stays unevaluated. */
bool ast_is_rejected(struct ast *ast, CXCursor child, CXCursor parent);

/* switch_init.c */

/**
 * Whether a `switch` has something before its condition, which libclang does not show.
 *
 * @param variables receives the variables declared there that the switch uses
 */
bool ast_switch_init(struct ast *ast, CXCursor statement, struct cursors *variables);

/* captures.c */

/** @return the initialiser of a lambda capture, given the reference that names it; null for a
 *  capture without one. libclang's other children of the capture are parts of it. */
CXCursor ast_init_capture(CXCursor reference);

#endif
