/*
 * What declarations say: which function each declares, its linkage name and linkage, its
 * attributes, and what the class around it has to do with it.
 */
#ifndef CGCOLLECT_AST_DECLARATIONS_DECLARATIONS_H
#define CGCOLLECT_AST_DECLARATIONS_DECLARATIONS_H

#include "ast/base/ast_context.h"

/* source_names.c */

/**
 * Linkage name of a function.
 *
 * @param raw receives libclang's name when another is right, else NULL; a string of the unit
 * @return a string of the unit, or NULL when it has none (it depends on template parameters)
 */
const char *ast_linkage_name(struct ast *ast, CXCursor function, const char **raw);

/** Number a lambda within the function around it, so that its operator() has a name. */
void ast_number_lambda(struct ast *ast, unit_id around, CXCursor lambda);

/** @return the linkage name of a function outside functions, given its identifier in C. */
const char *ast_name_of_identifier(struct ast *ast, const char *identifier);

/* declared_functions.c */

/**
 * The function a declaration declares, added to the unit if it is new.
 *
 * @param seen_at where it was referred to: a declaration there is an implicit one
 * @return borrowed, or NULL when it has no linkage name
 */
struct ast_function *ast_function(struct ast *ast, CXCursor declaration, CXSourceLocation seen_at);

/** @return the function that runs the global initialisers of the translation unit. */
unit_id ast_initialiser(struct ast *ast);

/** Look at a declaration that is no definition for what it says of an inline function. */
void ast_redeclared(struct ast *ast, CXCursor declaration);

/** Record what a virtual method overrides. */
void ast_overrides(struct ast *ast, CXCursor method);

/* source_linkage.c */

/** @return linkage of a function, as the compiler would emit it. */
enum cg_linkage ast_linkage(struct ast *ast, CXCursor declaration);

/** @return linkage of a function in C++: libclang takes for internal whatever has to do with a
 * lambda, but those in functions that other files may have too are theirs as well. Their names
 * tell. */
enum cg_linkage ast_named_linkage(enum cg_linkage linkage, const char *name);

/* declaration_text.c */

/** @return whether a declaration, but of a template, carries any attribute. */
bool ast_has_attributes(CXCursor declaration);

/** @return whether a declaration carries attributes libclang has no cursor kind for. */
bool ast_has_plain_attributes(CXCursor declaration);

/** @return whether a declaration may be an alias, ifunc or weakref, seen cheaply. */
bool ast_may_be_alias(struct ast *ast, CXCursor declaration);

/** @return a declaration as clang prints it, without body; release with g_free. */
char *ast_printed(CXCursor declaration);

/** The same with the body of a function; macros are expanded in it. */
char *ast_printed_whole(CXCursor declaration);

/** @return whether attribute `word` is among those of a printed declaration. */
bool ast_printed_attribute(const char *printed, const char *word);

/** @return the argument of attribute `word` in a printed declaration, or NULL; quotes removed;
 *  release with g_free. */
char *ast_attribute_argument(const char *printed, const char *word);

/** @return the section a variable is put into by name, or NULL; release with g_free. */
char *ast_section(CXCursor variable);

/* attribute_parse.c */

/** Release what is in ast.attributes; fits GDestroyNotify. */
void attributes_free(void *attributes);

/* declaration_info.c */

/** Note the attributes of a function and whether it is marked inline, as a declaration, the first
 *  one and those handed to ast_add_later_declaration say. */
void ast_declaration_info(struct ast *ast, unit_id function, CXCursor declaration);

/** Note the same of what functions are made of, or nothing refers to: a template or function, by
 * its definition. */
void ast_template_declaration_info(struct ast *ast, struct unit_declared *out, CXCursor definition);

/** Look at a declaration that neither defines nor need be the first, nor the one that is referred
 *  to. */
void ast_add_later_declaration(struct ast *ast, CXCursor declaration);

/* builtin_functions.c */

/** What a compiler builtin comes to. */
struct ast_builtin {
    const char *callee; /**< the library function it calls, or NULL */
    bool unevaluated;   /**< it does not evaluate its arguments */
};

/** @return whether a name is a compiler builtin's, and what it comes to. */
bool ast_builtin(struct ast_builtin *out, const char *name);

/* class_types.c */

/** @return whether calls of a method are bound statically because it, or its class, is final. */
bool ast_is_final(CXCursor method);

/** @return whether a type is a class whose copies, destruction or construction may call. */
bool ast_is_managed(CXType type);

/** @return a type less the arrays around it, canonical. */
CXType ast_element_type(CXType type);

/** @return whether a member has an initialiser of its own, which constructors then evaluate. */
bool ast_has_default(CXCursor field);

/** Note where a record of the program's is defined. */
void ast_note_record(struct ast *ast, CXCursor record);

/* trivial.c */

/** @return whether a function is a constructor or destructor that does nothing, as far as can be
 *  told: of instances of templates with bases it cannot. */
bool ast_is_trivial(CXCursor function);

/** @return the destructor that is written in the class of objects of a type, null if none is. */
CXCursor ast_written_destructor(CXType type);

#endif
