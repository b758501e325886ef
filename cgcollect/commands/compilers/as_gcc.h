/*
 * Reading a source as gcc does. A source may ask for its compiler (__clang__), and gcc may have
 * taken another branch than clang. Clang reads nearly all that gcc's branches have, given the
 * version of gcc and macros for what it does not know (gcc_answers.h asks gcc for the rest).
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_AS_GCC_H
#define CGCOLLECT_COMMANDS_COMPILERS_AS_GCC_H

#include "commands/commands.h"

/** @return whether the compiler of a command is a gcc, as far as its name or its answer tell. */
bool as_gcc_is_gcc(const struct compile_command *command);

/**
 * Search the files of the project that a source is made of for what depends on the compiler:
 * __clang__, __GNUC__, __has_builtin and the like. Headers of the system do not count: they are
 * right for either compiler.
 *
 * @return whether one of them has it
 */
bool as_gcc_asked(const struct compile_command *command);

/** @return the major version of the gcc of a command, as far as its name or its answer tell; 0: it
 * is no gcc. */
int as_gcc_major(const struct compile_command *command);

/** @return whether the source of a command was preprocessed before (.i, .ii). */
bool as_gcc_is_preprocessed(const struct compile_command *command);

/** @return options for clang to read as gcc does, or to read what gcc has preprocessed; release
 * with g_strfreev. */
char **as_gcc_options(const struct compile_command *command);

#endif
