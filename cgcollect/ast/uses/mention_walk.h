/*
 * Which macros, types, enumerators, fields and global variables a translation unit mentions, by
 * place, and where these are defined: struct uses.
 */
#ifndef CGCOLLECT_AST_USES_MENTION_WALK_H
#define CGCOLLECT_AST_USES_MENTION_WALK_H

#include "ast/base/ast_context.h"

/** @return whether the unit is collected for uses. The parse must then keep what the preprocessor
 *  did. */
bool ast_uses_wanted(const struct unit *unit);

/** Start finding uses (ast.finding), if they are wanted. */
void ast_uses_start(struct ast *ast);

/** Find the uses in a function of C whose tree was taken. Cost: linear in its size. */
void ast_uses_in_function(struct ast *ast, CXCursor definition);

/** Find all others, and end. Cost: one traversal of what system headers do not declare. */
void ast_uses_finish(struct ast *ast);

#endif
