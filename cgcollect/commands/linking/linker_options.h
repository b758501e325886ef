/*
 * Symbols that options of a linker name, in the command line of a compiler.
 */
#ifndef CGCOLLECT_COMMANDS_LINKING_LINKER_OPTIONS_H
#define CGCOLLECT_COMMANDS_LINKING_LINKER_OPTIONS_H

#include "commands/commands.h"

/** @return the symbols that a command has the linker wrap (--wrap=SYMBOL): an array of char *,
 *  without duplicates; release with g_ptr_array_unref. */
GPtrArray *commands_wrapped_symbols(const struct compile_command *command);

/** Add the symbols that no code need name to be called: where a program begins (--entry, else
 *  _start), what the loader calls first and last (-init, -fini, else _init and _fini), and what has
 *  another name (--defsym=NAME=EXPRESSION). They need not be functions of the program.
 *
 *  @param names receives char *, which it must free */
void commands_called_symbols(GHashTable *names, const struct compile_command *command);

/** @return the symbols that a command has the linker define (--defsym=NAME=EXPRESSION), whatever
 *  the objects say: a set of char *; release with g_hash_table_unref. */
GHashTable *commands_defined_symbols(const struct compile_command *command);

#endif
