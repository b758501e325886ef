/*
 * Missing calls that are known and accepted, as cli/baseline_file.h has them: a line each,
 *
 *     _ZN3Foo3runEv -> _ZN3BarC1Ev
 *
 * by linkage names. Causes and places do not matter.
 */
#ifndef CGVALIDATE_BASELINE_H
#define CGVALIDATE_BASELINE_H

#include <baseline_file.h>

#include <libcg/validate.h>

/** Read a file, "-" for standard input. @return NULL after telling why it cannot be; release with
 *  cli_baseline_free */
struct cli_baseline *baseline_read(const char *path);

/** What became of an entry, the stronger last. */
enum baseline_state {
    BASELINE_UNRECORDED, /**< no profile has the call */
    BASELINE_STALE,      /**< all that was met is in the graph now */
    BASELINE_MISSING,
};

/** Look up a checked call, and remember whether it is missing. @return whether it is listed */
bool baseline_meet(struct cli_baseline *baseline, const struct cg_checked_call *call);

/** Write what is missing in a validation, sorted. @return CG_OK or CG_E_IO */
int baseline_write(const char *path, const struct cg_validation *validation,
                   struct cg_error *error);

/** The line of a call. Release with g_free. */
char *baseline_line(const struct cg_checked_call *call);

#endif
