/*
 * Missing calls that are known and accepted: a text file, a line each,
 *
 *     _ZN3Foo3runEv -> _ZN3BarC1Ev
 *
 * by linkage names. Lines that begin with # and empty ones say nothing; causes and places do not
 * matter.
 */
#ifndef CGVALIDATE_BASELINE_H
#define CGVALIDATE_BASELINE_H

#include <cli.h>

#include <libcg/validate.h>

struct baseline;

/** Read a file, "-" for standard input. @return NULL after telling why it cannot be; release with
 *  baseline_free */
struct baseline *baseline_read(const char *path);

/** Release. NULL is allowed. */
void baseline_free(struct baseline *baseline);

/** @return whether a call is listed; it counts as met then */
bool baseline_has(struct baseline *baseline, const struct cg_checked_call *call);

/** The entries that were never met, sorted; ended by NULL. Release with g_free. */
const char **baseline_stale(const struct baseline *baseline);

/** Write what is missing in a validation, sorted. @return CG_OK or CG_E_IO */
int baseline_write(const char *path, const struct cg_validation *validation,
                   struct cg_error *error);

/** The line of a call. Release with g_free. */
char *baseline_line(const struct cg_checked_call *call);

#endif
