/*
 * Pointer facts from the source of a C translation unit. ast/walk/ passes in what it visits; what
 * that does with pointers becomes facts (unit/unit_facts.h, docs/pointer-facts.md).
 *
 * Dependencies go one way, through ast_facts_parts.h: ast_facts.c, effects.c -> assembly_facts.c,
 * call_facts.c, initialisers.c -> expression_values.c -> value_operands.c -> layout.c -> types.c ->
 * expression_operands.c. convert.c and builtins.c are on the level of expression_values.c, since
 * expressions nest; records.c is on the level of types.c, since types and records do.
 */
#ifndef CGCOLLECT_AST_FACTS_AST_FACTS_H
#define CGCOLLECT_AST_FACTS_AST_FACTS_H

#include "ast/base/expressions.h"
#include "ast/declarations/declarations.h"
#include "unit/unit_facts.h"

struct ast_facts;

/** A call that walk/walk_calls.c recorded. */
struct ast_facts_call {
    CXCursor cursor;
    CXCursor callee;                 /**< the called expression */
    const struct cursors *targets;   /**< references to functions that may be called */
    const struct cursors *arguments; /**< expressions */
    bool open;                       /**< some possible callees have no name */
    struct unit_place place;         /**< the ids of the calls and of the unresolved call */
};

/* ast_facts.c */

/** Start reading facts of a translation unit in C; release with ast_facts_free. */
struct ast_facts *ast_facts_new(struct ast *ast, struct facts *facts);
void ast_facts_free(struct ast_facts *f);

/** Enter the body of a function. */
void ast_facts_enter(struct ast_facts *f, unit_id function, CXCursor definition);

/** Leave it: what follows is outside functions. */
void ast_facts_leave(struct ast_facts *f);

/** Record that uncollected code may call a function, for other reasons than its address. */
void ast_facts_expose(struct ast_facts *f, unit_id function);

/** Record that assembly names a function: it may also keep its address as a number. */
void ast_facts_expose_number(struct ast_facts *f, unit_id function);

/** Record that one function stands for another: an alias, or an ifunc for what its resolver
 *  returns. */
void ast_facts_alias(struct ast_facts *f, unit_id alias, unit_id target, CXCursor declaration,
                     struct unit_place place, bool resolves);

/** Record what is known of functions and records, once all is visited and errors are marked. */
void ast_facts_finish(struct ast_facts *f);

/* effects.c */

/** Record what a statement, expression or declaration does itself, without its children.
 *  @param parent the node around it, if that was visited just before; else a null cursor */
void ast_facts_visit(struct ast_facts *f, CXCursor cursor);

/** Record that a variable is named: most variables that library headers declare do not matter. */
void ast_facts_refer(struct ast_facts *f, CXCursor variable);

/** Record what a builtin without a name does, when its first operand is visited. */
void ast_facts_builtin(struct ast_facts *f, CXCursor builtin, CXCursor operand);

/** Enter or leave a block, whose body returns to an unknown caller. */
void ast_facts_block(struct ast_facts *f, bool enters);

/* call_facts.c */

/** Record what a call passes to its callees. */
void ast_facts_call(struct ast_facts *f, const struct ast_facts_call *call);

/** Record the call of a variable's cleanup function. */
void ast_facts_cleanup(struct ast_facts *f, CXCursor variable, unit_id callee,
                       struct unit_place place);

#endif
