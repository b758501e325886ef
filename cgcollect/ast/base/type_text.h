/*
 * Types as text, in the encoding of the Itanium C++ ABI without substitutions
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-type).
 */
#ifndef CGCOLLECT_AST_BASE_TYPE_TEXT_H
#define CGCOLLECT_AST_BASE_TYPE_TEXT_H

#include <clang-c/Index.h>
#include <glib.h>
#include <stdbool.h>

/** Types nested deeper than this are unknown: `?`. */
#define TYPE_TEXT_NESTING 32u

/** How types are written that a declaration names, or that are not in the encoding. */
struct type_style {
    void (*put)(GString *out, CXType type, void *user);
    void *user;
    bool cplusplus; /**< the result of a function keeps its qualifiers */
};

/** @return the letter of a built-in type, '\0' if it is none, or has more than one. */
char ast_builtin_letter(enum CXTypeKind kind);

/** @return a type without typedefs and _Atomic. */
CXType ast_unwrapped_type(CXType type);

/** Append a type, or a type of functions: bounds of arrays and `restrict` are left out. */
void ast_put_type(GString *out, const struct type_style *style, CXType type, unsigned depth);

/** Append a name after its length. */
void ast_put_type_name(GString *out, const char *name);

#endif
