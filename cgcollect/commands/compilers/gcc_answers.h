/*
 * What gcc says where a source asks what its compiler is and has: macros that it predefines, and
 * __has_builtin, __has_attribute and others, which clang answers in its own way. Gcc is asked for
 * what the files of the project mention; headers of the system get the answers of clang, which must
 * read them.
 *
 * Clang's own __has_builtin cannot be redefined for some files and not for others, and its headers
 * need it. So clang sees files of the project in which it is spelled __gcc_builtin, by an overlay.
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_GCC_ANSWERS_H
#define CGCOLLECT_COMMANDS_COMPILERS_GCC_ANSWERS_H

#include "commands/commands.h"

/**
 * Ask the gcc of a command, and set the command's `answers`. Lets this process, and those that it
 * starts, read the overlay. Call it once in a process.
 *
 * @param trusted whether the compiler of the command may run; without, only the system's gcc does,
 *                and with no file of options
 */
void gcc_answers_ask(struct compile_command *command, bool trusted);

/** @return words by which clang knows the answers to a command that has `answers`, to come before
 * the command's own options; release with g_strfreev. */
char **gcc_answers_words(const struct compile_command *command);

/** @return what gcc says of a macro that it predefines, borrowed; NULL: nothing, or it was not
 * asked. */
const char *gcc_answers_value(const struct compile_command *command, const char *macro);

#endif
