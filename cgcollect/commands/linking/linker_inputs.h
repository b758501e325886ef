/*
 * What a compiler hands to the linker, with what it adds by itself: start files, its own libraries.
 */
#ifndef CGCOLLECT_COMMANDS_LINKING_LINKER_INPUTS_H
#define CGCOLLECT_COMMANDS_LINKING_LINKER_INPUTS_H

#include "commands/commands.h"

/**
 * Ask the compiler of a command that links.
 *
 * @param complete receives whether all objects and archives that are linked are among the inputs
 * @return an array of char *, absolute paths of objects, archives, shared libraries and scripts,
 * among others; the objects that the command itself makes for a while do not exist. Empty if the
 *         compiler does not answer. Release with g_ptr_array_unref
 */
GPtrArray *commands_linker_inputs(bool *complete, const struct compile_command *command);

#endif
