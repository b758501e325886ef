/*
 * Findings that are known and accepted: a text file with a line each. Lines that begin with # and
 * empty ones say nothing, nor do blanks around lines and around the arrows in them. Control
 * characters are escaped as messages show them, a # that begins a line as \u0023.
 */
#ifndef CLI_BASELINE_FILE_H
#define CLI_BASELINE_FILE_H

#include "cli.h"

struct cli_baseline;

/** Whether a line can be that of a finding. */
typedef bool cli_baseline_is_entry(const char *line);

/**
 * Read a file, "-" for standard input.
 *
 * @param what a line is, for messages: "CALLER -> CALLEE"
 * @return NULL after telling why it cannot be; release with cli_baseline_free
 */
struct cli_baseline *cli_baseline_read(const char *path, cli_baseline_is_entry *is_entry,
                                       const char *what);

/** Release. NULL is allowed. */
void cli_baseline_free(struct cli_baseline *baseline);

/** Look up a finding by its line, and remember its state, if that is above what is remembered; of
 *  entries that were never met it is 0. @return whether it is listed */
bool cli_baseline_meet(struct cli_baseline *baseline, const char *line, int state);

/** The entries in a state, sorted; ended by NULL. Release with g_free. */
const char **cli_baseline_entries(const struct cli_baseline *baseline, int state);

/** Write a file: a comment, and lines, sorted, each once. @param lines of char *; is sorted
 *  @return CG_OK or CG_E_IO */
int cli_baseline_write(const char *path, const char *comment, GPtrArray *lines,
                       struct cg_error *error);

/** The line of a finding, as it is compared and written. Release with g_free. */
char *cli_baseline_line(const char *finding);

/** The first "->" that stands alone, which that of "operator->" does not; or NULL. */
const char *cli_baseline_arrow(const char *line);

#endif
