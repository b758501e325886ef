/*
 * What the compiler says of stack frames: the file -fstack-usage has it write.
 */
#ifndef CGCOLLECT_COMMANDS_STACK_USAGE_H
#define CGCOLLECT_COMMANDS_STACK_USAGE_H

#include "commands/commands.h"

/**
 * The `.su` file a command wrote, beside its object and named as that.
 *
 * @return its absolute path, release with g_free; NULL if there is none, or it is older than the
 *         source, which was changed since
 */
char *stack_usage_file(const struct compile_command *command);

#endif
