/*
 * Missing calls that are known and accepted: a text file, a line each,
 *
 *     _ZN3Foo3runEv -> _ZN3BarC1Ev
 *
 * by linkage names. Lines that begin with # and empty ones say nothing; causes and places do not
 * matter, nor do blanks around names. Control characters are escaped as messages show them, a #
 * that begins a name as \u0023.
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

/** What became of an entry, the stronger last. */
enum baseline_state {
    BASELINE_UNRECORDED, /**< no profile has the call */
    BASELINE_STALE,      /**< the graph has it now */
    BASELINE_MISSING,
};

/** Look up a checked call, and remember whether it is missing. @return whether it is listed */
bool baseline_meet(struct baseline *baseline, const struct cg_checked_call *call);

/** The entries of which all that was met became that, sorted; ended by NULL. Release with g_free.
 */
const char **baseline_entries(const struct baseline *baseline, enum baseline_state state);

/** Write what is missing in a validation, sorted. @return CG_OK or CG_E_IO */
int baseline_write(const char *path, const struct cg_validation *validation,
                   struct cg_error *error);

/** The line of a call. Release with g_free. */
char *baseline_line(const struct cg_checked_call *call);

#endif
