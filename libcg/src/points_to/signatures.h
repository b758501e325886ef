/*
 * Comparing types of functions: what a call passes, and what a function takes.
 */
#ifndef POINTS_TO_SIGNATURES_H
#define POINTS_TO_SIGNATURES_H

#include <libcg/metadata.h>

#include <stdbool.h>
#include <stdint.h>

/** Whether the types of a call and a function are compatible (C11 6.2.7), as far as is known: an
 *  enumeration of C++ fits any integer of C. O(length). */
bool signatures_fit(const struct cg_value *call, const struct cg_value *function);

/** Whether a function works when called with another type, according to calling conventions: it
 *  gets all its parameters, in registers of the expected kind. */
bool signatures_bear(const struct cg_value *call, const struct cg_value *function);

/** Whether a call passes exactly what a function takes, according to calling conventions. */
bool signatures_pass_alike(const struct cg_value *call, const struct cg_value *function);

/** Whether a call passes parameters as a function's own type does, where both types are from the
 *  IR; true if one is not. */
bool signatures_lower_alike(const struct cg_value *call, const struct cg_value *function);

/** Whether signatures_pass_alike holds, and all values are of one sort: pointers, integers as wide,
 *  smaller integers, equal records. One may return nothing. Unknown types fit all; of a function
 *  without prototype the definition counts. O(length) */
bool signatures_have_one_shape(const struct cg_value *call, const struct cg_value *function);

/** Whether a call may call a function as far as their types are known: the rule of
 *  `--unresolved=types`. */
bool signatures_match(const struct cg_value *call, const struct cg_value *function);

/** Whether a signature is that of the calling convention. */
bool signature_is_lowered(const struct cg_value *signature);

/** The type that the source gives a function, empty if only the calling convention is known. O(1).
 */
struct cg_value signature_of_source(const struct cg_value *signature);

/** The type of the result of a function (part 0) or of a parameter (1 and on) in its signature,
 *  empty if it is not recorded. O(length). */
struct cg_value signature_part(const struct cg_value *signature, uint32_t part);

/** The signature of the function that a pointer of a type points to, empty if it points to none, or
 *  to one without prototype. O(1). */
struct cg_value signature_pointed_at(const struct cg_value *pointer);

/** The number of parameters of a signature before any variadic ones; `*variadic` receives whether
 *  more may follow. @return false if they are not recorded */
bool signature_parameters(const struct cg_value *signature, uint32_t *count, bool *variadic);

#endif
