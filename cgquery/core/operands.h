/*
 * What the operands of a command line are, of which the graph may be left out.
 */
#ifndef CGQUERY_CORE_OPERANDS_H
#define CGQUERY_CORE_OPERANDS_H

#include "cli.h"

/** The operands of a verb. */
struct operands {
    char *graph;               /**< path, or "-" */
    char **words;              /**< the others, ended by NULL */
    const char *default_graph; /**< of `graph` and `words`, the one that was found; NULL: none was
                                    needed */
};

/**
 * Tell the operands of a verb apart by its usage line. "[GRAPH]" is the first operand when all that
 * can be there are there, and where any number can be, when it names a graph
 * (cli_names_graph); else it is the default graph, as a last "[NEW]" is when it is left out.
 *
 * @param out       release with operands_clear in either case
 * @param arguments ended by NULL
 * @return CLI_OK, or CLI_TROUBLE after telling what is missing or too much
 */
int operands_take(struct operands *out, const struct cli_command *command, char **arguments);

/** Note which graph was found. */
void operands_tell(const struct operands *operands, bool verbose);

/** Release. */
void operands_clear(struct operands *operands);

#endif
