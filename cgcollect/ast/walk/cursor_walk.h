/*
 * Walks bodies and initialisers, and finds the calls in them.
 *
 * Dependencies go one way: cursor_walk.c -> walk_calls.c, walk_cplusplus.c -> walk_returns.c,
 * walk_declarations.c, walk_branches.c, define.c, assembly_statements.c -> walk_notes.c. Parts of
 * an expression go back to cursor_walk.c through walk_tree, which only knows its visitor.
 */
#ifndef CGCOLLECT_AST_WALK_CURSOR_WALK_H
#define CGCOLLECT_AST_WALK_CURSOR_WALK_H

#include "ast/base/expressions.h"
#include "ast/declarations/declarations.h"

/** Whether every `return` of a function returns the same; 0: not known yet. */
enum walk_returns { WALK_RETURNS_ALIKE = 1, WALK_RETURNS_DIFFER };

/** A body being walked. */
struct walk {
    struct ast *ast;
    CXCursorVisitor
        visit;      /**< visits the parts of an expression: cursor_walk.c, the top of the folder */
    unit_id caller; /**< UNIT_NONE outside functions */
    CXCursor body;  /**< the definition of the caller, or a variable */
    bool outside;   /**< calls here happen before main */
    bool hides;     /**< something here calls what the AST does not show */
    bool on_spot;   /**< the next lambda is called where it is written */
    const char *marks; /**< attribute of the referenced variable: others run its functions;
                            or NULL */
    bool in_block;     /**< in a block outside functions: called by whoever calls the block */
    bool may_copy;     /**< in a return that may copy a variable or not */
    enum walk_returns returns; /**< of `body` */
    CXCursor left;             /**< the block whose next statements cannot run, as one before them
                                    is a jump; of another kind: none */
};

/* walk_notes.c */

/** Walk an expression or statement, itself included. */
void walk_tree(struct walk *walk, CXCursor cursor);

/** @return who calls here: the function, or the one that runs initialisers; UNIT_NONE if nobody. */
unit_id walk_caller(struct walk *walk);

/** Record that a function's address is taken. */
void walk_take(struct walk *walk, unit_id function, struct unit_place place);

/** Record that a function is named other than to be called. */
void walk_address(struct walk *walk, CXCursor reference);

/** Record a call that the compiler generates no code for. Outside functions there is none. */
void walk_no_code(struct walk *walk, const struct ast_function *function, struct unit_place place);

/** Record the end of an object of a type, for a destructor that does nothing. */
void walk_end_of(struct walk *walk, CXType type, struct unit_place place);

/** Record an unresolved call at a place. */
void walk_open(struct walk *walk, const char *type, const char *reason, struct unit_place place);

/* walk_moves.c */

/** Record what may lead from one field of a record to others: counting bytes or cells, or reading
 * them as something else, pointers to members, casts to other classes. */
void walk_moves(struct walk *walk, CXCursor operation);

/** @return whether an expression is a cast that the source writes, other than a dynamic one. */
bool walk_is_cast(CXCursor expression);

/** Note a call of a builtin that copies bytes: in C++, the compiler's IR does not tell it from an
 *  assignment. */
void walk_byte_copy(struct walk *walk, CXCursor call);

/** Note an implicit conversion of a pointer to `void *`, in C++: its memory may be used as bytes.
 */
void walk_conversion(struct walk *walk, CXCursor conversion);

/* member_casts.c */

/** Note that a pointer to a member is made of a function, if that is virtual. */
void walk_member(struct walk *walk, CXCursor member, unit_id function);

/** Note a cast between pointers to members of which the functions have other types.
 *  @param from, to canonical types */
void walk_member_cast(struct walk *walk, CXCursor cast, CXType from, CXType to);

/* walk_calls.c */

/** Walk a call: its callee and its arguments. */
void walk_call(struct walk *walk, CXCursor call);

/* walk_declarations.c */

/** Walk a variable, parameter or type name: array bounds, initialiser. */
void walk_declaration(struct walk *walk, CXCursor declaration);

/** Walk a cast or compound literal: types first, then the operand. */
void walk_typed(struct walk *walk, CXCursor expression);

/** Walk a sizeof, which evaluates its operand only if the result is no constant. */
void walk_sizeof(struct walk *walk, CXCursor expression);

/* walk_cplusplus.c */

/** Like walk_visit, for what only C++ has. */
enum CXChildVisitResult walk_cplusplus(struct walk *walk, CXCursor cursor);

/** @return whether an expression stands for a default argument, whose calls libclang does not
 *  show. */
bool walk_is_default_argument(CXCursor expression);

/* walk_branches.c */

/** Walk the branches that a _Generic may choose. */
void walk_generic(struct walk *walk, CXCursor selection);

/** Statements of a block, in their order. @return whether one cannot run, as it follows a jump and
 *  has no label. */
bool walk_is_unreachable(struct walk *walk, CXCursor statement, CXCursor block);

/** Walk an `if`, `?:`, `&&` or `||` without the part that cannot run. @param parent what it is in
 */
void walk_foldable(struct walk *walk, CXCursor conditional, CXCursor parent);

/* walk_returns.c */

/** Walk a `return` of C++. */
void walk_return(struct walk *walk, CXCursor statement);

/* define.c */

/** Record that a definition was seen; its origin and linkage count. */
void ast_define(struct ast *ast, struct ast_function *function, CXCursor definition);

/** Walk the body of a definition like walk_function, with the visitor of the current walk. */
void walk_body(struct ast *ast, unit_id function, CXCursor definition, CXCursorVisitor visit);

/* assembly_statements.c */

/** Store the words of an assembly statement in a body that may be symbols. */
void ast_note_statement(struct ast *ast, CXCursor body, CXCursor statement);

/** Store the text of a declaration if it is assembly outside functions. */
void ast_note_assembly(struct ast *ast, CXCursor declaration);

/** Mark the functions that assembly names: it may call them. */
void ast_mark_assembly(struct ast *ast);

/* cursor_walk.c */

/** Walk the body (and member initialisers) of a function's definition. */
void walk_function(struct ast *ast, unit_id function, CXCursor definition);

/** Walk the initialiser of a variable outside functions. */
void walk_variable(struct ast *ast, CXCursor variable);

#endif
