/*
 * Attributes and the keyword `inline`, read from clang's printed form of declarations. In it,
 * attribute arguments are evaluated, macros are expanded, and what clang adds itself can be left
 * out. clang prints an attribute only with the declaration that has it, so all declarations of a
 * function are read.
 */
#ifndef CGCOLLECT_AST_DECLARATIONS_ATTRIBUTE_PARSE_H
#define CGCOLLECT_AST_DECLARATIONS_ATTRIBUTE_PARSE_H

#include "ast/declarations/declarations.h"

/** What the declarations of a function specify. */
struct ast_attributes {
    GPtrArray *attributes; /**< strings of the unit */
    bool is_inline;
    bool is_constant; /**< constexpr, consteval */
};

/** Start empty; release with attributes_free. */
struct ast_attributes *attributes_new(void);

/** Add an attribute that clang printed between `begin` and `end`. */
void attributes_add(struct ast *ast, struct ast_attributes *w, const char *begin, const char *end);

/** @return whether there may be something to read; a cheap first check. */
bool attributes_expected(CXCursor declaration);

/** Add what one declaration specifies, without what it inherits. */
void attributes_parse(struct ast *ast, struct ast_attributes *w, CXCursor declaration);

#endif
