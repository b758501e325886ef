/*
 * Running verbs, and opening the graphs they ask.
 */
#ifndef CGQUERY_ASK_ASK_H
#define CGQUERY_ASK_ASK_H

#include "core/cgquery.h"

/** The command table of a verb, with its options; release with query_command_clear. */
struct cli_command query_command(const struct verb *verb, const GOptionEntry *options);
void query_command_clear(struct cli_command *command);

/** Parse a verb's options and arguments, read the graph, run. @return the exit code */
int query_main(const struct verb *verb, int argc, char **argv);

/** `cgquery complete GRAPH BEGIN`, which completion scripts call and help does not list: print the
 *  names of functions that begin with BEGIN. @return the exit code */
int complete_main(int argc, char **argv);

/**
 * Read and freeze another graph with the options of a query.
 *
 * @param out release with query_close in either case
 * @return CLI_OK, or CLI_TROUBLE after reporting an error
 */
int query_open(struct query *out, const struct query *like, const char *path);

/** Release. */
void query_close(struct query *query);

#endif
