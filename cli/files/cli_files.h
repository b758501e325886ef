/*
 * What the tools ask of files on their command lines, and files of their own.
 */
#ifndef CLI_FILES_CLI_FILES_H
#define CLI_FILES_CLI_FILES_H

#include <stdbool.h>

#include <libcg/common.h>

/**
 * Whether an output path and an input path are the same file. Links are followed; a file that does
 * not exist is identified by its directory and name. Devices are never overwritten.
 *
 * @param output "-" is standard output
 * @param input  "-" is standard input
 */
bool cli_output_is_input(const char *output, const char *input);

/** Like cli_output_is_input, for two outputs; equal paths are always one file. */
bool cli_outputs_are_one(const char *a, const char *b);

/** What a file is read as. */
enum cli_wanted {
    CLI_WANT_GRAPH,
    CLI_WANT_PROFILE,
    CLI_WANT_DATABASE,
    CLI_WANT_SOURCE,
};

/** "not a call graph (looks like C or C++ source); collect it: cgcollect a.c". To be released with
 *  g_free.
 *  @return NULL when the file is what is wanted, or nobody can tell; so for pipes */
char *cli_wrong_file(const char *path, enum cli_wanted wanted);

/** Have the error of a reader say so, if it is one of format or reading.
 *  @param path may be error->file */
void cli_explain_file(struct cg_error *error, const char *path, enum cli_wanted wanted);

/** @return whether a file that can be read begins as call graphs do. */
bool cli_begins_as_graph(const char *path);

/** The lines of a file, "-" for standard input, without their ends ("\n" or "\r\n") and without a
 *  byte order mark; to release with g_strfreev.
 *  @return NULL after telling why it cannot be read, or is no text */
char **cli_read_lines(const char *path);

/** @return whether a path leads to what can be read only once, as standard input ("-") or a pipe.
 */
bool cli_is_read_once(const char *path);

/** @return whether a path leads to a regular file. */
bool cli_is_file(const char *path);

/** Ends what profiles name as their creator if cgrecord patched functions. */
#define CLI_BY_XRAY " by XRay"

/** The file of what a probe of cgrecord costs, in $XDG_CACHE_HOME. @param by_xray a function that
 * is patched, else a hook. Release with g_free. */
char *cli_probe_file(bool by_xray);

/** Read it. @return whether `cgrecord calibrate` has left it */
bool cli_probe_read(double *nanoseconds, bool by_xray);

/** Remove a directory that holds files alone, as far as that is possible. */
void cli_scratch_remove(const char *path);

#endif
