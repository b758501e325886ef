/*
 * Known, accepted findings: a text file with one finding per line. Empty lines and lines that begin
 * with # are ignored, as are blanks around lines and around their arrows. Control characters are
 * escaped as in messages, a # at the beginning of a line as \u0023.
 */
#ifndef CLI_BASELINE_FILE_H
#define CLI_BASELINE_FILE_H

#include "cli.h"

struct cli_baseline;

/** @return whether a line may be a finding */
typedef bool cli_baseline_is_entry(const char *line);

/**
 * Read a file, "-" for standard input. Reports its errors.
 *
 * @param what the form of a line, for messages: "CALLER -> CALLEE"
 * @return NULL on failure; release with cli_baseline_free
 */
struct cli_baseline *cli_baseline_read(const char *path, cli_baseline_is_entry *is_entry,
                                       const char *what);

/** Release. NULL is allowed. */
void cli_baseline_free(struct cli_baseline *baseline);

/** Look up a finding by its line and raise its state to the given one; states start at 0. @return
 *  whether it is listed */
bool cli_baseline_meet(struct cli_baseline *baseline, const char *line, int state);

/** The entries in a state, sorted; ended by NULL. Release with g_free. */
const char **cli_baseline_entries(const struct cli_baseline *baseline, int state);

/** Write a file: a comment, then the lines, sorted and without duplicates.
 *  @param lines of char *; is sorted
 *  @return CG_OK or CG_E_IO */
int cli_baseline_write(const char *path, const char *comment, GPtrArray *lines,
                       struct cg_error *error);

/** The line of a finding as compared and written. Release with g_free. */
char *cli_baseline_line(const char *finding);

/** The first "->" that is not part of "operator->"; or NULL. */
const char *cli_baseline_arrow(const char *line);

#endif
