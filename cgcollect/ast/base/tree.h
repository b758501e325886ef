/*
 * What is in a definition, found by one traversal.
 *
 * Counting, walking and pointer facts go through each definition in ways of their own and ask many
 * of its expressions for their children. A visit by libclang is expensive, so in C one visit goes
 * through a definition, and answers come from what it found. Elsewhere (C++, variables outside
 * functions) these functions ask libclang.
 */
#ifndef CGCOLLECT_AST_BASE_TREE_H
#define CGCOLLECT_AST_BASE_TREE_H

#include "ast/base/ast_context.h"
#include "source/cursors.h"

/** Go through a definition, in place of the one before it. Cost: linear in its size. */
void ast_tree_take(struct ast *ast, CXCursor definition);

/** NULL is allowed. */
void ast_tree_free(struct ast_tree *tree);

/** As clang_visitChildren. Nothing must be taken meanwhile. */
void ast_visit_children(struct ast *ast, CXCursor parent, CXCursorVisitor visitor,
                        CXClientData data);

/** As cursors_add_children. */
void ast_add_children(struct ast *ast, struct cursors *cursors, CXCursor parent);

/** @return where the pointer facts keep what they know about a cursor, NULL at first. Returns NULL
 * for a cursor that is not in the tree. */
const void **ast_note(struct ast *ast, CXCursor cursor);

#endif
