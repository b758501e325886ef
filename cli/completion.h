/*
 * Completes command lines from the tables behind --help. The scripts in completion/ call the tool
 * while the user types.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli.h"

/**
 * Print what completes a command line. The first line is one of: nothing, files, directories,
 * graphs (files *.mcg), programs, functions, words. After "functions" comes the path of their
 * graph; after "words", one line for each: the word, a tab, its meaning. A word that ends in "="
 * takes a value. For "--max=4" the answer completes the "4".
 *
 * @param tool  the tool, whatever verb is on the line
 * @param words the words after the tool's name, unquoted, ended by NULL; the last one is to be
 *   completed, and is "" if the user has not begun it
 */
void completion_print(const struct cli_command *tool, char *const *words);

#endif
