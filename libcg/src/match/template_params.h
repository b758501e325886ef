/*
 * Linkage names that declare parameters of templates: `_Z1fI1STnNT_4typeELi0EEvS1_`.
 *
 * clang writes these declarations since version 18 where templates are constrained, as the ABI has
 * it by now; GCC 12 writes `_Z1fI1SLi0EEvT_`, and its demangler knows none of it. What is declared
 * counts for substitutions, so all behind it is numbered otherwise. No grammar: names are compared
 * up to the first declaration, and behind it without numbers.
 * https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-template-param-decl
 */
#ifndef MATCH_TEMPLATE_PARAMS_H
#define MATCH_TEMPLATE_PARAMS_H

#include "base/text.h"

/**
 * Append a linkage name with all lambdas alike and one variant of constructors.
 *
 * @return how much of `out` is before the first declaration, 0 when there is none. O(length)
 */
size_t declared_normal(struct cg_text *out, const char *name);

/** Whether a name without declarations (both as declared_normal) may be of the same function as one
 *  that has them, from the place of the first on. @return 1, 0 or, when memory is out, -1 */
int declared_same(const char *plain, const char *declared);

#endif
