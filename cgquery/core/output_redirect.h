/*
 * Redirects standard output of a verb into the file of --output.
 */
#ifndef CGQUERY_CORE_OUTPUT_REDIRECT_H
#define CGQUERY_CORE_OUTPUT_REDIRECT_H

#include "core/cgquery.h"

/** The redirected standard output. */
struct redirect {
    struct cli_output output;
    int kept; /**< the original standard output; -1: not redirected */
};

/** Redirect standard output to --output, if that is given.
 *  @param also NULL, or a file that is read besides the graph
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int redirect_begin(struct redirect *redirect, const struct query *query, const char *also);

/** Put the file in its place, unless there was an error. @return code, or CLI_TROUBLE after
 *  reporting an error */
int redirect_end(struct redirect *redirect, int code);

#endif
