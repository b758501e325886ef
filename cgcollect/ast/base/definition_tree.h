/*
 * The tree of one definition, built by one traversal.
 *
 * Measuring, walking and pointer facts each go through a definition in their own way and ask for
 * the children of many expressions. A visit by libclang is expensive, so in C one visit builds a
 * tree that answers all of them. Elsewhere (C++, variables outside functions) these functions ask
 * libclang.
 */
#ifndef CGCOLLECT_AST_BASE_DEFINITION_TREE_H
#define CGCOLLECT_AST_BASE_DEFINITION_TREE_H

#include "ast/base/ast_context.h"
#include "source/cursors.h"

/** Build the tree of a definition and drop the one before it. Cost: linear in its size. */
void ast_tree_take(struct ast *ast, CXCursor definition);

/** NULL is allowed. */
void ast_tree_free(struct ast_tree *tree);

/** As clang_visitChildren. Do not build another tree during the visit. */
void ast_visit_children(struct ast *ast, CXCursor parent, CXCursorVisitor visitor,
                        CXClientData data);

/** As cursors_add_children. */
void ast_add_children(struct ast *ast, struct cursors *cursors, CXCursor parent);

/** @return what a cursor of the tree is a child of; the null cursor for others. */
CXCursor ast_parent(struct ast *ast, CXCursor cursor);

/** @return where the pointer facts keep what they know about a cursor; it is NULL at first. Returns
 *  NULL for a cursor that is not in the tree. */
const void **ast_note(struct ast *ast, CXCursor cursor);

#endif
