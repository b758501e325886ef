/*
 * Going through bodies and initialisers, and through what is called in them.
 */
#ifndef CGCOLLECT_AST_WALK_H
#define CGCOLLECT_AST_WALK_H

#include "ast/base/ast_context.h"

/** A body being gone through. */
struct walk {
    struct ast *ast;
    unit_id caller;    /**< UNIT_NONE outside functions */
    CXCursor body;     /**< what is walked: the definition of the caller, or a variable */
    bool outside;      /**< calls here happen before main */
    bool hides;        /**< something here calls what the AST does not show */
    bool on_spot;      /**< the next lambda is called where it is written */
    const char *marks; /**< attribute of what is referred to: the loader runs it; or NULL */
    bool in_block;     /**< in a block outside functions: called by whoever calls the block */
};

/** A small array of cursors. */
struct cursors {
    CXCursor inside[6];
    CXCursor *items;
    unsigned count;
    unsigned capacity;
};

/* cursors.c */

/** Start with no cursors; release with cursors_clear. */
void cursors_init(struct cursors *cursors);
void cursors_clear(struct cursors *cursors);
void cursors_add(struct cursors *cursors, CXCursor cursor);
/** Add the children of a cursor that are statements or expressions. */
void cursors_add_children(struct cursors *cursors, CXCursor parent);

/* walk.c */

/** Visitor for everything in a body; data is a struct walk. */
enum CXChildVisitResult walk_visit(CXCursor cursor, CXCursor parent, CXClientData data);

/** Go through an expression or statement, itself included. */
void walk_tree(struct walk *walk, CXCursor cursor);

/** @return who calls here: the function, or the one that runs initialisers; UNIT_NONE if nobody. */
unit_id walk_caller(struct walk *walk);

/** Note that a function's address is taken. */
void walk_take(struct walk *walk, unit_id function, struct unit_place place);

/** Note that a function is named other than to be called. */
void walk_address(struct walk *walk, CXCursor reference);

/** Note a call of what the compiler makes no code of. Outside functions there is none. */
void walk_no_code(struct walk *walk, const struct ast_function *function, struct unit_place place);

/** Note that an object of a type comes to its end, for a destructor that does nothing. */
void walk_end_of(struct walk *walk, CXType type, struct unit_place place);

/** Note an open call at a place. */
void walk_open(struct walk *walk, const char *type, const char *reason, struct unit_place place);

/** Go through the body (and initialisers) of a function's definition. */
void walk_function(struct ast *ast, unit_id function, CXCursor definition);

/** Go through the initialiser of a variable outside functions. */
void walk_variable(struct ast *ast, CXCursor variable);

/* callee.c */

/** Go through a call: its callee and its arguments. */
void walk_call(struct walk *walk, CXCursor call);

/* selections.c */

/** @return whether the `index`-th of count branches of a _Generic or __builtin_choose_expr is the
 *  chosen one, as far as can be told. */
bool walk_is_chosen(CXCursor selection, const struct cursors *branches, unsigned index);

/** @return which child of a selection is its first branch: the operand before it may be a type. */
unsigned walk_first_branch(struct ast *ast, CXCursor selection, const struct cursors *parts);

/** @return whether an unexposed expression is a __builtin_choose_expr, given its children. */
bool walk_is_choose_expr(CXCursor expression, const struct cursors *children);

/** Go through what a _Generic may choose. */
void walk_generic(struct walk *walk, CXCursor selection);

/** @return whether a child of an unexposed expression does not begin where that begins, which hints
 *  at a builtin: implicit casts begin where their operand does. */
bool walk_is_operand(CXCursor child, CXCursor parent);

/** @return whether an operand of an unexposed expression is not evaluated. */
bool walk_is_rejected(struct ast *ast, CXCursor child, CXCursor parent);

/* declarations.c */

/** Go through a variable, parameter or type name: lengths of arrays, initialiser. */
void walk_declaration(struct walk *walk, CXCursor declaration);

/** Go through a cast or compound literal: types first, then one operand. */
void walk_typed(struct walk *walk, CXCursor expression);

/** Go through a sizeof, which evaluates its operand only where the result is no constant. */
void walk_sizeof(struct walk *walk, CXCursor expression);

/* switches.c */

/**
 * Whether a `switch` has something before its condition, which libclang does not show.
 *
 * @param variables receives the variables declared there, as far as they are used in the switch
 */
bool walk_switch_init(struct ast *ast, CXCursor statement, struct cursors *variables);

/* cplusplus.c */

/** As walk_visit, for what only C++ has. */
enum CXChildVisitResult walk_cplusplus(struct walk *walk, CXCursor cursor);

/** @return what a capture of a lambda is initialised with, given the reference that names it; null
 *  for a capture that is merely named. What else libclang shows of it are parts of that. */
CXCursor walk_init_capture(CXCursor reference);

/** @return whether an expression stands for a default argument, whose calls are not shown. */
bool walk_is_default_argument(CXCursor expression);

/* fold.c */

/** @return whether an expression is an integer constant, and which. */
bool walk_evaluate(CXCursor expression, long long *value);

/** @return whether a binary operator is ",", "=", "&&" or "||". */
bool walk_is_operator(CXCursor expression, const char *spelling);

/** @return whether the condition of an `if`, `?:`, `&&` or `||` may be a constant, seen cheaply. */
bool walk_may_fold(CXCursor conditional);

/** @return which part of such a statement or expression cannot run, as compilers see it even
 *  without optimising; 0 for none. */
unsigned walk_dead_part(struct ast *ast, CXCursor conditional, const struct cursors *parts);

/** Go through such a statement or expression, without what cannot run. */
void walk_foldable(struct walk *walk, CXCursor conditional);

#endif
