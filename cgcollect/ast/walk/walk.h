/*
 * Going through bodies and initialisers, and through what is called in them.
 *
 * One way: walk.c -> walk_calls.c, walk_cplusplus.c, walk_declarations.c, walk_branches.c,
 * define.c, assembly_statements.c -> walk_notes.c. What is in an expression goes back to walk.c
 * through walk_tree, which knows its visitor alone.
 */
#ifndef CGCOLLECT_AST_WALK_WALK_H
#define CGCOLLECT_AST_WALK_WALK_H

#include "ast/base/expressions.h"
#include "ast/declarations/declarations.h"

/** A body being gone through. */
struct walk {
    struct ast *ast;
    CXCursorVisitor visit; /**< goes on with what is in an expression: walk.c, above all others */
    unit_id caller;        /**< UNIT_NONE outside functions */
    CXCursor body;         /**< what is walked: the definition of the caller, or a variable */
    bool outside;          /**< calls here happen before main */
    bool hides;            /**< something here calls what the AST does not show */
    bool on_spot;          /**< the next lambda is called where it is written */
    const char *marks;     /**< attribute of what is referred to: the loader runs it; or NULL */
    bool in_block;         /**< in a block outside functions: called by whoever calls the block */
};

/* walk_notes.c */

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

/** Note what may lead from one field of a record to others: bytes that are counted or read as
 *  something else, pointers to members. */
void walk_moves(struct walk *walk, CXCursor operation);

/** Note an unresolved call at a place. */
void walk_open(struct walk *walk, const char *type, const char *reason, struct unit_place place);

/* walk_calls.c */

/** Go through a call: its callee and its arguments. */
void walk_call(struct walk *walk, CXCursor call);

/* walk_declarations.c */

/** Go through a variable, parameter or type name: lengths of arrays, initialiser. */
void walk_declaration(struct walk *walk, CXCursor declaration);

/** Go through a cast or compound literal: types first, then one operand. */
void walk_typed(struct walk *walk, CXCursor expression);

/** Go through a sizeof, which evaluates its operand only where the result is no constant. */
void walk_sizeof(struct walk *walk, CXCursor expression);

/* walk_cplusplus.c */

/** As walk_visit, for what only C++ has. */
enum CXChildVisitResult walk_cplusplus(struct walk *walk, CXCursor cursor);

/** @return whether an expression stands for a default argument, whose calls are not shown. */
bool walk_is_default_argument(CXCursor expression);

/* walk_branches.c */

/** Go through what a _Generic may choose. */
void walk_generic(struct walk *walk, CXCursor selection);

/** Go through an `if`, `?:`, `&&` or `||` without what cannot run. */
void walk_foldable(struct walk *walk, CXCursor conditional);

/* define.c */

/** Note that a definition was seen; its origin and linkage are those that count. */
void ast_define(struct ast *ast, struct ast_function *function, CXCursor definition);

/** Go through the body of a definition as walk_function does, with the visitor of the walk that
 * came by it. */
void walk_body(struct ast *ast, unit_id function, CXCursor definition, CXCursorVisitor visit);

/* assembly_statements.c */

/** @return whether an inline assembly statement, somewhere in a body, may call or jump elsewhere.
 */
bool ast_assembly_may_call(struct ast *ast, CXCursor body, CXCursor statement);

/** Keep what assembly outside functions says, if a declaration is that. */
void ast_note_assembly(struct ast *ast, CXCursor declaration);

/** Mark the functions that assembly outside functions names: it may call them. */
void ast_mark_assembly(struct ast *ast);

/* walk.c */

/** Go through the body (and initialisers) of a function's definition. */
void walk_function(struct ast *ast, unit_id function, CXCursor definition);

/** Go through the initialiser of a variable outside functions. */
void walk_variable(struct ast *ast, CXCursor variable);

#endif
