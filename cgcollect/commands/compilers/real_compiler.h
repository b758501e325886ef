/*
 * What the compilers of commands say about themselves: where their headers are, their target, and
 * macros. Clang cannot know this of wrappers such as mpicxx, of cross compilers, and of compilers
 * that are installed beside the system's.
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_REAL_COMPILER_H
#define CGCOLLECT_COMMANDS_COMPILERS_REAL_COMPILER_H

#include "commands/commands.h"

/** What one compiler says, as words for clang. */
struct real_compiler {
    char *target;  /**< or NULL */
    char *own;     /**< the directory of the headers that belong to the compiler itself; or NULL */
    char **before; /**< words that the command's own options may override; ended by NULL */
    char **behind; /**< words behind its own options; ended by NULL */
    char **names;  /**< "__GNUC__=12" and others that tell which compiler it is; ended by NULL */
};

/** The answers of a run: each compiler is asked once for each set of options that matter. */
struct real_compilers;

struct real_compilers *real_compilers_new(void);

/** Release the answers, which commands have borrowed. NULL is allowed. */
void real_compilers_free(struct real_compilers *compilers);

/**
 * Ask the compiler of a command, and set the command's `compiler`. Runs the compiler, so the
 * command must be trusted. Does nothing if its compiler is the system's gcc or clang. Notes on
 * standard error if it gives no answer.
 */
void real_compilers_ask(struct real_compilers *compilers, struct compile_command *command);

/** @return the command line that asks the compiler of a command: its options that matter, and
 * `asking`; release with g_strfreev. */
char **real_compiler_question(const struct compile_command *command, const char *const *asking);

/** @return whether the compiler of a command is the system's gcc or clang, whose headers clang
 * finds by itself. Runs nothing. */
bool real_compiler_is_plain(const struct compile_command *command);

#endif
