/*
 * C++ names as people write them.
 */
#ifndef LIBCG_NAMES_H
#define LIBCG_NAMES_H

#include <libcg/common.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Shorten a demangled C++ name.
 *
 * - Template arguments that are the default of a class template of the standard library are left
 *   out: `std::vector<int, std::allocator<int> >` is `std::vector<int>`.
 * - What the standard library has a name for gets it: `std::string`, `std::wstring`,
 * `std::ostream`.
 * - Inline namespaces of the standard library (`std::__cxx11`, `std::__1`) and ABI tags are left
 *   out.
 * - `> >` that ends template arguments is `>>`.
 *
 * Two names that differ have different short names, unless they differ in inline namespaces or ABI
 * tags alone. A short name is its own short name; so is a name without C++ in it, and one whose
 * brackets do not match.
 *
 * @param out       receives the short name; release with free
 * @param demangled as __cxa_demangle writes it
 * @return CG_OK or CG_E_MEMORY. O(length * depth of brackets).
 */
CG_API int cg_name_shorten(char **out, const char *demangled, struct cg_error *error);

/**
 * Demangle a linkage name that declares template parameters, for demanglers that do not know such
 * declarations: `_Z1fI1SLi1ETnNT_4typeELi0EEvS1_` is `f<S, 1, ...>(...)`. clang writes them since
 * version 18 for templates that are constrained, and the runtime of GCC 12 does not know them. The
 * name is demangled up to the first declaration; `...` stands for the rest.
 *
 * @param out          receives the name; release with free. NULL: the linkage name declares no
 *                     parameters, or cannot be demangled up to there
 * @param linkage_name begins with _Z
 * @param demangle     returns a name from malloc, or NULL; called at most eight times
 * @return CG_OK or CG_E_MEMORY. O(length) and the calls.
 */
CG_API int cg_name_demangle_declared(char **out, const char *linkage_name,
                                     char *(*demangle)(const char *linkage_name),
                                     struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
