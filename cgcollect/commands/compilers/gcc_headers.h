/*
 * Headers that come with gcc and that clang lacks, such as omp.h and quadmath.h. Clang cannot
 * search gcc's directory for them: of headers that both compilers have, it would find gcc's. So it
 * searches a virtual directory that has only those that it lacks.
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_GCC_HEADERS_H
#define CGCOLLECT_COMMANDS_COMPILERS_GCC_HEADERS_H

#include "commands/commands.h"

/** Let this process, and those that it starts, read the virtual directory, if the compiler of a
 * command has one. Sets the command's `gcc_headers`. Call it once in a process. */
void gcc_headers_open(struct compile_command *command);

/** Add the words by which clang searches the virtual directory, behind all others, if the command
 * has `gcc_headers`. */
void gcc_headers_add(GPtrArray *words, const struct compile_command *command);

#endif
