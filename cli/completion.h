/*
 * Completion of command lines, from the tables that --help prints. The scripts in completion/ ask
 * the tool while someone types.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli.h"

/**
 * Print what completes a command line. The first line names the sort: nothing, files, directories,
 * graphs (files *.mcg), programs, functions or words. For functions, the path of their graph
 * follows. For words, they follow, a line each: the word, a tab, what it means. A word that ends in
 * "=" takes a value. For "--max=4" the answer completes the "4".
 *
 * @param tool  the tool, whatever verb is on the line
 * @param words the words behind the name of the tool, unquoted, ended by NULL; the last is the one
 * to complete, "" when the user has not begun one
 */
void completion_print(const struct cli_command *tool, char *const *words);

#endif
