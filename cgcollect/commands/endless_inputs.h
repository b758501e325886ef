/*
 * Pipes and devices that the options of a command name: a pipe waits for a writer and is read once,
 * a device may have no end. Sources are read several times.
 */
#ifndef CGCOLLECT_COMMANDS_ENDLESS_INPUTS_H
#define CGCOLLECT_COMMANDS_ENDLESS_INPUTS_H

#include "commands/commands.h"

/** @return whether something is there that is no regular file and no directory; /dev/null may be
 *  read as often as one likes. */
bool is_endless(const char *path);

/** @return what is wrong with the first file of that sort that an option would have clang read
 *  (-include, -imacros, overlays, lists, ...); release with g_free. NULL: there is none */
char *commands_endless_input(const struct compile_command *command);

#endif
