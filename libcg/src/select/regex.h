/*
 * Regular expressions that take no more time and memory than their length lets expect.
 */
#ifndef SELECT_REGEX_H
#define SELECT_REGEX_H

#include <libcg/common.h>

#include <regex.h>

/** Most copies that counted repetitions may make, nested ones multiplied. */
#define SELECT_REGEX_COPIES 1000u

/**
 * Compile an extended regular expression that is only asked whether it is found.
 *
 * The C library writes x{N} out N times, nested ones N * M times, and tries every way to match back
 * to what a group has matched: small expressions would take all memory or never end. They are
 * refused, as are parentheses deeper than CG_LIMIT_DEPTH, which it parses by recursion.
 *
 * @param out release with regfree
 * @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY
 */
int select_regex_compile(regex_t *out, const char *text, struct cg_error *error);

#endif
