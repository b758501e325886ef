/*
 * Pointer facts from the source of a C translation unit: what ast/walk/ goes through is handed
 * here, and what it does with pointers becomes facts (unit/facts.h, docs/pointer-facts.md).
 *
 * One way, through ast_facts_parts.h: ast_facts.c, effects.c -> calls.c, initialisers.c -> values.c
 * -> slots.c -> layout.c -> types.c -> operands.c. Beside values.c stand convert.c and builtins.c,
 * for expressions of either sort hold the other; beside types.c records.c, for types and records
 * do.
 */
#ifndef CGCOLLECT_AST_FACTS_AST_FACTS_H
#define CGCOLLECT_AST_FACTS_AST_FACTS_H

#include "ast/base/expressions.h"
#include "ast/declarations/declarations.h"
#include "unit/facts.h"

struct ast_facts;

/** A call that walk/walk_calls.c recorded. */
struct ast_facts_call {
    CXCursor cursor;
    CXCursor callee;                 /**< the expression that is called */
    const struct cursors *targets;   /**< references to functions that may be called */
    const struct cursors *arguments; /**< expressions */
    bool open;                       /**< some of what may be called has no name */
    struct unit_place place;         /**< what the calls and the unresolved call got */
};

/* ast_facts.c */

/** Start reading facts of a translation unit in C; release with ast_facts_free. */
struct ast_facts *ast_facts_new(struct ast *ast, struct facts *facts);
void ast_facts_free(struct ast_facts *f);

/** What comes is in the body of a function. */
void ast_facts_enter(struct ast_facts *f, unit_id function, CXCursor definition);

/** What comes is outside functions. */
void ast_facts_leave(struct ast_facts *f);

/** A function may be called by what is not collected, for other reasons than its address. */
void ast_facts_expose(struct ast_facts *f, unit_id function);

/** Assembly names a function: it may also keep its address as a number. */
void ast_facts_expose_number(struct ast_facts *f, unit_id function);

/** One function stands for another: an alias; or for what the other returns: an ifunc. */
void ast_facts_alias(struct ast_facts *f, unit_id alias, unit_id target, CXCursor declaration,
                     struct unit_place place, bool resolves);

/** All was visited and errors are marked: say what is known of functions and records. */
void ast_facts_finish(struct ast_facts *f);

/* effects.c */

/** Note what a statement, expression or declaration does itself, not what its children do.
 *  @param parent what it stands in, if that was visited just before; else a null cursor */
void ast_facts_visit(struct ast_facts *f, CXCursor cursor, CXCursor parent);

/** Note that a variable is named: library headers declare more of them than matter. */
void ast_facts_refer(struct ast_facts *f, CXCursor variable);

/** Note what a builtin without a name does, when its first operand is visited. */
void ast_facts_builtin(struct ast_facts *f, CXCursor builtin, CXCursor operand);

/** What comes is in a block, the body of which returns to nobody that is known; or no longer. */
void ast_facts_block(struct ast_facts *f, bool enters);

/* calls.c */

/** Note what a call hands over. */
void ast_facts_call(struct ast_facts *f, const struct ast_facts_call *call);

/** Note the call of a variable's cleanup function. */
void ast_facts_cleanup(struct ast_facts *f, CXCursor variable, unit_id callee,
                       struct unit_place place);

#endif
