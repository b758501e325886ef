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

#ifdef __cplusplus
}
#endif

#endif
