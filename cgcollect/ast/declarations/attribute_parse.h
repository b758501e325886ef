/*
 * What is written on declarations: attributes and the keyword `inline`, read off what clang prints
 * of them. There arguments of attributes are evaluated, macros are gone, and what clang adds by
 * itself is left out; and what an earlier declaration says is printed with that one alone, so all
 * declarations of a function are looked at.
 */
#ifndef CGCOLLECT_AST_DECLARATIONS_ATTRIBUTE_PARSE_H
#define CGCOLLECT_AST_DECLARATIONS_ATTRIBUTE_PARSE_H

#include "ast/declarations/declarations.h"

/** What declarations of a function say. */
struct ast_attributes {
    GPtrArray *attributes; /**< strings of the unit */
    bool is_inline;
    bool is_constant; /**< constexpr, consteval */
};

/** Begin with nothing; release it with attributes_free. */
struct ast_attributes *attributes_new(void);

/** Add an attribute, as clang prints it between `begin` and `end`. */
void attributes_add(struct ast *ast, struct ast_attributes *w, const char *begin, const char *end);

/** @return whether there may be something to read, seen cheaply. */
bool attributes_expected(CXCursor declaration);

/** Add what one declaration says, without what it inherits. */
void attributes_parse(struct ast *ast, struct ast_attributes *w, CXCursor declaration);

#endif
