/*
 * Macros that gcc defines because of options, and clang does not.
 */
#ifndef CGCOLLECT_COMMANDS_CLEANING_GNU_MACROS_H
#define CGCOLLECT_COMMANDS_CLEANING_GNU_MACROS_H

#include "commands/commands.h"

/**
 * Add definitions of the macros that the compiler of a command has, and clang with the same options
 * has not. Adds nothing if the compiler is a clang by its name.
 *
 * @param out receives options for clang, to release with g_free
 */
void commands_add_gnu_macros(const struct compile_command *command, GPtrArray *out);

#endif
