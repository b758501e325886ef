/*
 * Known, accepted missing calls in the format of cli/baseline_file.h, one per line:
 *
 *     _ZN3Foo3runEv -> _ZN3BarC1Ev
 *
 * Names are linkage names. Causes and places are not compared.
 */
#ifndef CGVALIDATE_REPORT_BASELINE_H
#define CGVALIDATE_REPORT_BASELINE_H

#include <write/baseline_file.h>

#include <libcg/validate.h>

/** Read a file, "-" for standard input. Reports its errors. @return NULL on failure; release with
 *  cli_baseline_free */
struct cli_baseline *baseline_read(const char *path);

/** State of an entry; a higher one replaces a lower one. */
enum baseline_state {
    BASELINE_UNRECORDED, /**< no profile has the call */
    BASELINE_STALE,      /**< the graph now has every call with this line */
    BASELINE_MISSING,
};

/** Look up a checked call and record whether it is missing. @return whether it is listed */
bool baseline_mark(struct cli_baseline *baseline, const struct cg_checked_call *call);

/** Write the missing calls of a validation, sorted. @return CG_OK or CG_E_IO */
int baseline_write(const char *path, const struct cg_validation *validation,
                   struct cg_error *error);

/** The baseline line of a call. Release with g_free. */
char *baseline_line(const struct cg_checked_call *call);

#endif
