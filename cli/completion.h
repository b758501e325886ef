/*
 * Completion of command lines, made of the tables that --help is made of. What a shell asks while
 * someone types is asked of the tool: completion/ has the scripts that do so.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli.h"

/**
 * Print what can stand at the end of a command line. The first line says what that is: nothing,
 * files, directories, graphs (files *.mcg), programs, functions or words. The path of the graph
 * that has the functions follows, or the words, a line each: one that ends in "=" goes on with a
 * value, and behind a tab is what it means. Of "--max=4" it is what can stand for the "4".
 *
 * @param tool  the tool, whatever verb is on the line
 * @param words what stands behind the name of the tool, unquoted; the last is what is begun, and
 *              empty when nothing is. Ended by NULL; may be none
 */
void completion_print(const struct cli_command *tool, char *const *words);

#endif
