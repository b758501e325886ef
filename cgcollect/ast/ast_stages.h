/*
 * The stages that parse_unit.c runs, in order, on a parsed translation unit.
 */
#ifndef CGCOLLECT_AST_AST_STAGES_H
#define CGCOLLECT_AST_AST_STAGES_H

#include "ast/ast.h"
#include "ast/base/ast_context.h"

/* toplevel.c */

/** Process everything that the translation unit declares. */
void ast_visit_unit(struct ast *ast);

/* pragmas.c */

/** Read clang's omp.h without its variants of functions.
 *  @param out  receives the file to give to libclang in its place; its strings are never released
 *  @param argv of libclang
 *  @return whether it has any that libclang would read */
bool ast_hide_variants(struct CXUnsavedFile *out, char **argv);

/** Search all files for pragmas that matter. */
void ast_read_pragmas(struct ast *ast);

/** @return the name that `#pragma weak name = target` aliases the declaration to, or NULL; release
 *  with g_free. */
char *ast_weak_pragma_target(struct ast *ast, CXCursor declaration);

/** Mark the functions whose pragmas may call. */
void ast_mark_pragmas(struct ast *ast);

/* library_templates.c */

/** Record whether a library may know templates of the C++ library. */
void ast_note_library_templates(struct ast *ast);

/* parse_errors.c */

/** Count the errors of a parse and keep the first. */
void ast_count_errors(struct ast *ast, struct ast_report *report);

/** Mark the functions that hold errors. */
void ast_mark_errors(struct ast *ast);

/* read_files.c */

/** List the files that a translation unit was read from; none if that cannot be known. */
void ast_list_inputs(const struct ast *ast, GPtrArray *inputs);

/* nested_functions.c */

/** If the first error is about a nested function, let it name all of them. */
void ast_name_nested(struct ast *ast, struct ast_report *report);

#endif
