/*
 * Interprets the operands of a command line, in which the graph may be left out.
 */
#ifndef CGQUERY_ASK_OPERANDS_H
#define CGQUERY_ASK_OPERANDS_H

#include "cli.h"

/** The operands of a verb. */
struct operands {
    char *graph;               /**< path, or "-" */
    char **words;              /**< the others, ended by NULL */
    const char *default_graph; /**< the default graph if `graph` or `words` uses it; NULL: not
                                    needed */
};

/**
 * Assign the operands of a verb by its usage line. "[GRAPH]" is the first operand if there are more
 * than the verb needs; with any number of operands, only if that one is a graph (cli_names_graph).
 * Otherwise it is the default graph, and so is a last "[NEW]" that is left out.
 *
 * @param out       release with operands_clear in either case
 * @param arguments ended by NULL
 * @return CLI_OK, or CLI_TROUBLE after reporting a missing or surplus operand
 */
int operands_take(struct operands *out, const struct cli_command *command, char **arguments);

/** Report which graph was found. */
void operands_report(const struct operands *operands, bool verbose);

/** Release. */
void operands_clear(struct operands *operands);

#endif
