/*
 * What declarations specify: the function that each declares, its linkage name and linkage, its
 * attributes, and properties of its class.
 */
#ifndef CGCOLLECT_AST_DECLARATIONS_DECLARATIONS_H
#define CGCOLLECT_AST_DECLARATIONS_DECLARATIONS_H

#include "ast/base/ast_context.h"

/* source_names.c */

/**
 * Linkage name of a function.
 *
 * @param raw receives libclang's name when that is wrong, else NULL; a string of the unit
 * @return a string of the unit, or NULL when it has none (it depends on template parameters)
 */
const char *ast_linkage_name(struct ast *ast, CXCursor function, const char **raw);

/** Number a lambda within its enclosing function, so that its operator() gets a name. */
void ast_number_lambda(struct ast *ast, unit_id around, CXCursor lambda);

/** @return the linkage name of a function outside functions, from its identifier in C. */
const char *ast_name_of_identifier(struct ast *ast, const char *identifier);

/* declared_functions.c */

/**
 * The function that a declaration declares; added to the unit if new.
 *
 * @param seen_at where it is referenced: a declaration at that place is implicit
 * @return borrowed, or NULL when it has no linkage name
 */
struct ast_function *ast_function(struct ast *ast, CXCursor declaration, CXSourceLocation seen_at);

/** @return the function that runs the global initialisers of the translation unit. */
unit_id ast_initialiser(struct ast *ast);

/** Check whether a declaration that is no definition makes an inline function external. */
void ast_redeclared(struct ast *ast, CXCursor declaration);

/** Record the methods that a virtual method overrides. */
void ast_overrides(struct ast *ast, CXCursor method);

/* source_linkage.c */

/** @return whether a declaration, the first one or a pragma makes a function weak. */
bool ast_is_weak(const struct ast *ast, CXCursor declaration);

/** @return the linkage with which the compiler would emit a function. */
enum cg_linkage ast_linkage(struct ast *ast, CXCursor declaration);

/** @return the linkage of a C++ function. libclang treats everything related to a lambda as
 *  internal, but lambdas in functions that other files may share are shared too. The names
 *  decide. */
enum cg_linkage ast_named_linkage(enum cg_linkage linkage, const char *name);

/* declaration_text.c */

/** @return whether a declaration that is no template has any attribute. */
bool ast_has_attributes(CXCursor declaration);

/** @return whether a declaration has attributes without a cursor kind in libclang. */
bool ast_has_plain_attributes(CXCursor declaration);

/** @return whether a declaration may be an alias, ifunc or weakref; a cheap first check. */
bool ast_may_be_alias(struct ast *ast, CXCursor declaration);

/** @return clang's printed form of a declaration, without its body; release with g_free. */
char *ast_printed(CXCursor declaration);

/** Like ast_declaration_text, with the function's body; macros in it are expanded. */
char *ast_printed_whole(CXCursor declaration);

/** @return whether a printed declaration has attribute `word`. */
bool ast_printed_attribute(const char *printed, const char *word);

/** @return the argument of attribute `word` in a printed declaration, without quotes, or NULL;
 *  release with g_free. */
char *ast_attribute_argument(const char *printed, const char *word);

/** @return the section that a variable is placed in by name, or NULL; release with g_free. */
char *ast_section(CXCursor variable);

/** @return whether the attribute `used` or `retain` says that something which the compiler does not
 *  see uses a variable. */
bool ast_is_used_invisibly(CXCursor variable);

/* attribute_parse.c */

/** Release what is in ast.attributes; fits GDestroyNotify. */
void attributes_free(void *attributes);

/* declaration_info.c */

/** Record the attributes of a function and whether it is marked inline, from a declaration, the
 *  first declaration and those passed to ast_add_later_declaration. */
void ast_declaration_info(struct ast *ast, unit_id function, CXCursor declaration);

/** Record the same, by its definition, for a template or for a function that nothing references. */
void ast_template_declaration_info(struct ast *ast, struct unit_declared *out, CXCursor definition);

/** Read a declaration that is neither a definition nor necessarily the first or the referenced
 *  one. */
void ast_add_later_declaration(struct ast *ast, CXCursor declaration);

/* builtin_functions.c */

/** A compiler builtin. */
struct ast_builtin {
    const char *callee; /**< the library function it calls, or NULL */
    bool unevaluated;   /**< it does not evaluate its arguments */
    bool copies;        /**< it copies bytes */
};

/** @return whether a name is that of a compiler builtin, and its properties. */
bool ast_builtin(struct ast_builtin *out, const char *name);

/* class_types.c */

/** @return whether calls of a method are bound statically because it or its class is final. */
bool ast_is_final(CXCursor method);

/** @return whether a type is a class whose copies, destruction or construction may call. */
bool ast_is_managed(CXType type);

/** @return the canonical element type of an array, or the canonical type itself. */
CXType ast_element_type(CXType type);

/** @return whether a member has its own initialiser, which constructors then evaluate. */
bool ast_has_default(CXCursor field);

/** Record a variable that a system header declares for a library that defines it. */
void ast_note_variable(struct ast *ast, CXCursor variable);

/** Record likewise the static members of classes that system headers declare, if the compiler shows
 *  uses of variables that nothing is known of yet. O(declarations outside functions). */
void ast_note_members(struct ast *ast);

/** Record where a record of the program is defined. */
void ast_note_record(struct ast *ast, CXCursor record);

/** Note that the source converts pointers or references of one type to those of another, in C++:
 *  functions that are, or are in, what they lead to may then be called under other types. */
void ast_note_function_cast(struct ast *ast, CXType from, CXType to);

/** Note that what pointers of a type lead to may be used as bytes. */
void ast_note_function_memory(struct ast *ast, CXType from);

/** Note the fields of a record that C can declare which point to functions, in C++. */
void ast_note_function_fields(struct ast *ast, CXCursor record);

/** Note a union: what is written to a member may be read from another. */
void ast_note_function_union(struct ast *ast, CXType type);

/** Record a conversion of pointers to one class to pointers to another, unless one derives from the
 *  other. Both types are canonical. O(classes that they derive from) */
void ast_note_recast(struct ast *ast, CXType from, CXType to);

/* trivial.c */

/** @return whether a function is a constructor or destructor that does nothing. False if that
 *  cannot be decided, as for instances of templates with bases. */
bool ast_is_trivial(CXCursor function);

/** @return the destructor written in the class of objects of a type, null if there is none. */
CXCursor ast_written_destructor(CXType type);

#endif
