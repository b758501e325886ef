/*
 * Symbols that a linker replaces: --wrap=SYMBOL.
 */
#ifndef CGCOLLECT_COMMANDS_WRAPPED_SYMBOLS_H
#define CGCOLLECT_COMMANDS_WRAPPED_SYMBOLS_H

#include "commands/commands.h"

/** @return the symbols that a command has the linker wrap: an array of char *, without duplicates;
 *  release with g_ptr_array_unref. */
GPtrArray *commands_wrapped_symbols(const struct compile_command *command);

#endif
