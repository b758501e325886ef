/*
 * How translation units are compiled: compile_commands.json, and command lines made fit for
 * libclang.
 */
#ifndef CGCOLLECT_COMMANDS_COMMANDS_H
#define CGCOLLECT_COMMANDS_COMMANDS_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/common.h>

/** One compilation. */
struct compile_command {
    char *directory; /**< absolute */
    char *file;      /**< absolute path of the source */
    char **argv;     /**< as it is run */
    char *problem;   /**< why it cannot be run, or NULL */
};

/** Release a command; fits GDestroyNotify. */
void compile_command_free(void *command);

/**
 * Read a compilation database. Entries that are no compile commands are told and skipped, those
 * that repeat another in all respects are left out.
 *
 * @param out   receives an array of struct compile_command, in the order of the file; release it
 *              with g_ptr_array_unref
 * @param path  of compile_commands.json, or of the directory it is in
 * @param skipped receives how many were no compile commands
 * @param error file, line, column and text of what is wrong with it
 * @return CG_OK, CG_E_IO or CG_E_FORMAT
 */
int commands_read(GPtrArray **out, const char *path, unsigned *skipped, struct cg_error *error);

/** @return the command that compiles one file, from the current directory, with given flags. */
struct compile_command *commands_for_file(const char *file, char **flags);

/** @return the directory all directories and sources of the commands are below; release with
 *  g_free. */
char *commands_root(const GPtrArray *commands);

/**
 * Give a command, whose directory is set, its arguments, with every "@FILE" replaced by the
 * arguments in that file.
 *
 * @param argv copied
 */
void commands_expand_responses(struct compile_command *command, char **argv);

/**
 * Make a command's argument vector fit for libclang: no launcher before the compiler, one input, no
 * output, nothing that only a code generator needs, nothing that makes errors of warnings.
 *
 * @param resource_dir used unless the command names one; may be NULL
 * @return a new argument vector; release with g_strfreev
 */
char **commands_clean(const struct compile_command *command, const char *resource_dir);

/**
 * Make a command's argument vector one that has the clang driver write bitcode to standard output:
 * unoptimised, with places, nothing folded, types of virtual calls.
 *
 * @param clang path of the driver
 * @return a new argument vector; release with g_strfreev
 */
char **commands_for_ir(const struct compile_command *command, const char *clang);

/** @return whether a command has every function call hooks, which the source does not show. */
bool commands_is_instrumented(const struct compile_command *command);

/** @return whether a command makes a precompiled header, which is no translation unit. */
bool commands_makes_header(const struct compile_command *command);

/** @return whether a command compiles C++, by compiler, -x and name of the file. */
bool commands_is_cplusplus(const struct compile_command *command);

/**
 * Find the clang driver that makes IR.
 *
 * @param wish    path or name, NULL for the best there is
 * @param newest  major version of the newest bitcode that can be read
 * @param why     receives why there is none; release with g_free
 * @return its path, release with g_free; NULL if there is none
 */
char *commands_clang(const char *wish, unsigned newest, char **why);

/** @return whether a file is assembler by its name. */
bool commands_is_assembler(const char *file);

/** @return the directory of the compiler's own headers; release with g_free; NULL if none. */
char *commands_resource_dir(void);

#endif
