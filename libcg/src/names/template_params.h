/*
 * Linkage names that declare parameters of templates: `_Z1fI1STnNT_4typeELi0EEvS1_`.
 *
 * clang writes these declarations since version 18 where templates are constrained, as the ABI now
 * specifies; GCC 12 writes `_Z1fI1SLi0EEvT_`, and its demangler does not know them. Declarations
 * count for substitutions, so everything after them has other numbers. There is no grammar: names
 * are compared up to the first declaration, and after it without numbers.
 * https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-template-param-decl
 */
#ifndef NAMES_TEMPLATE_PARAMS_H
#define NAMES_TEMPLATE_PARAMS_H

#include "strings/text.h"

/**
 * Append a linkage name with all lambdas alike and one variant of constructors.
 *
 * @return the length of `out` before the first declaration, 0 if there is none. O(length)
 */
size_t declared_normal(struct cg_text *out, const char *name);

/** @return where the first declaration of a linkage name begins, 0 if there is none. O(length) */
size_t declared_start(const char *name);

/** @return the length of a name from cg_name_demangle_declared before the part that is left out, up
 *  to the last argument or bracket; 0: nothing is left out of the name */
size_t declared_kept(const char *demangled);

/** Whether a name without declarations (both as declared_normal) may denote the same function as
 *  one with them, from the first declaration on. @return 1, 0 or, when memory is exhausted, -1 */
int declared_same(const char *plain, const char *declared);

#endif
