/*
 * Options that the command line of a compiler does not show: gcc reads more of them from the file
 * of -specs, clang from that of --config, from files beside itself and from CCC_OVERRIDE_OPTIONS.
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_HIDDEN_OPTIONS_H
#define CGCOLLECT_COMMANDS_COMPILERS_HIDDEN_OPTIONS_H

#include "commands/commands.h"

/**
 * Add to the arguments of a command what its compiler adds for the preprocessor, if there may be
 * such options. Asks the compiler (-###). Where it may not run or does not say, and where there is
 * an option that clang lacks, sets the command's `doubt`.
 *
 * @param trusted whether the compiler may run
 */
void hidden_options_add(struct compile_command *command, bool trusted);

#endif
