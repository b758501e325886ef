/*
 * Comparing types of functions: what a call passes, and what a function takes.
 */
#ifndef POINTS_TO_SIGNATURES_H
#define POINTS_TO_SIGNATURES_H

#include <libcg/metadata.h>

#include <stdbool.h>
#include <stdint.h>

/** Whether the types of a call and a function are compatible (C11 6.2.7), as far as is known. */
bool signatures_fit(const struct cg_value *call, const struct cg_value *function);

/** Whether a function works when it is called under another type, as calling conventions have it:
 *  it gets all its parameters, in registers of the kind it expects. */
bool signatures_bear(const struct cg_value *call, const struct cg_value *function);

/** Whether a call passes just what a function takes, as calling conventions have it. */
bool signatures_pass_alike(const struct cg_value *call, const struct cg_value *function);

/** Whether a call may call a function by their types as far as they can be told: what
 *  `--unresolved=types` guesses by. */
bool signatures_match(const struct cg_value *call, const struct cg_value *function);

/** Whether a signature is that of the calling convention. */
bool signature_is_lowered(const struct cg_value *signature);

/** The type of the result of a function (part 0) or of a parameter (1 and on) in its signature,
 * empty when that does not say it. O(length). */
struct cg_value signature_part(const struct cg_value *signature, uint32_t part);

/** How many parameters a signature has before any variadic ones; `*variadic` says whether more may
 *  follow. @return false when it does not say */
bool signature_parameters(const struct cg_value *signature, uint32_t *count, bool *variadic);

#endif
