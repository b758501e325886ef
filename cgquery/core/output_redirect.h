/*
 * Standard output of a verb into the file of --output.
 */
#ifndef CGQUERY_CORE_OUTPUT_REDIRECT_H
#define CGQUERY_CORE_OUTPUT_REDIRECT_H

#include "core/query.h"

/** Where standard output goes meanwhile. */
struct redirect {
    struct cli_output output;
    int kept; /**< what standard output was; -1: it goes where it always does */
};

/** Have what is printed go to --output, if that is given. @param also NULL, or a file that is read
 *  besides the graph @return CLI_OK or CLI_TROUBLE, told */
int redirect_begin(struct redirect *redirect, const struct query *query, const char *also);

/** Put the file in its place, unless there was trouble. @return code or CLI_TROUBLE, told */
int redirect_end(struct redirect *redirect, int code);

#endif
