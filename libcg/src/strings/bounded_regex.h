/*
 * Regular expressions with bounded time and memory.
 */
#ifndef STRINGS_BOUNDED_REGEX_H
#define STRINGS_BOUNDED_REGEX_H

#include <libcg/common.h>

#include <regex.h>

/** Most copies that counted repetitions may make, nested ones multiplied. */
#define BOUNDED_REGEX_COPIES 1000u

/**
 * Compile an extended regular expression for searches without groups.
 *
 * The C library expands x{N} N times, nested ones N * M times, and for back-references tries every
 * way to match. Where what may match nothing is repeated many times, as in (x*)*(x*)*, or many
 * places such as ^ and \b follow each other, it follows each way to match nothing: small
 * expressions could exhaust memory or never end. These are refused, as are parentheses deeper than
 * CG_LIMIT_DEPTH, which it parses by recursion.
 *
 * @param out release with regfree
 * @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY
 */
int bounded_regex_compile(regex_t *out, const char *text, struct cg_error *error);

#endif
