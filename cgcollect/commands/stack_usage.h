/*
 * Finds the compiler's record of stack frames: the file that -fstack-usage writes.
 */
#ifndef CGCOLLECT_COMMANDS_STACK_USAGE_H
#define CGCOLLECT_COMMANDS_STACK_USAGE_H

#include "commands/commands.h"

/**
 * The `.su` file that a command wrote beside its object, under its name.
 *
 * @return its absolute path, release with g_free; NULL if there is none, or if it is older than the
 *   source
 */
char *stack_usage_file(const struct compile_command *command);

#endif
