/*
 * The text of assembly statements in C and C++. Where macros hide it in the source, the text is
 * that of clang's printed form of the function.
 */
#ifndef CGCOLLECT_AST_DECLARATIONS_ASSEMBLY_TEXT_H
#define CGCOLLECT_AST_DECLARATIONS_ASSEMBLY_TEXT_H

#include "ast/declarations/declarations.h"
#include "source/cursors.h"
#include "text/assembly.h"

/** @param literal begins with the quote @return what a string literal stands for, as far as it
 * matters to assembly; release with g_free */
char *ast_assembly_literal(const char *literal);

/** @param body the function around a statement
 *  @return whether a statement may call or jump elsewhere */
bool ast_assembly_may_call(struct ast *ast, CXCursor body, CXCursor statement);

/** @return where what a statement leaves behind may come from, and may go to. */
enum assembly_reach ast_assembly_reach(struct ast *ast, CXCursor body, CXCursor statement);

/** @return the words of a statement that may be symbols; release with g_free */
char *ast_assembly_named(struct ast *ast, CXCursor body, CXCursor statement);

#endif
