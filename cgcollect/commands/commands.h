/*
 * How translation units are compiled: reads compile_commands.json, and tells what a command line
 * compiles.
 */
#ifndef CGCOLLECT_COMMANDS_COMMANDS_H
#define CGCOLLECT_COMMANDS_COMMANDS_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/common.h>

struct gcc_answers;
struct real_compiler;

/** One compilation. */
struct compile_command {
    char *directory;                      /**< absolute */
    char *file;                           /**< absolute path of the source */
    char **argv;                          /**< as run */
    char *problem;                        /**< why it cannot be collected, or NULL */
    char *doubt;                          /**< why other code than is read may have been compiled
                                               (hidden_options.h), or NULL */
    const struct real_compiler *compiler; /**< what its compiler says (real_compiler.h); borrowed,
                                               NULL unless it was asked */
    bool as_gcc;                          /**< read as gcc does: __clang__ is not defined
                                               (as_gcc.h) */
    bool late_templates;         /**< templates are parsed where they are instantiated: gcc does not
                                      check all of the others */
    struct gcc_answers *answers; /**< what its gcc says (gcc_answers.h), which the end of the
                                      process releases; NULL unless it was asked */
    bool gcc_headers;            /**< gcc_headers.h has opened some */
};

/** Release a command; fits GDestroyNotify. */
void compile_command_free(void *command);

/** @return the file of a compilation database: of a directory, its compile_commands.json; release
 *  with g_free. */
char *commands_database(const char *path);

/**
 * Read a compilation database. Reports and skips entries that are not compile commands; leaves out
 * exact duplicates.
 *
 * @param out   receives an array of struct compile_command, in the order of the file; release it
 *              with g_ptr_array_unref
 * @param path  of compile_commands.json, or of the directory it is in
 * @param skipped receives the number of skipped entries
 * @param error receives file, line, column and text of an error
 * @return CG_OK, CG_E_IO or CG_E_FORMAT
 */
int commands_read(GPtrArray **out, const char *path, unsigned *skipped, struct cg_error *error);

/** @return the command that compiles one file, from the current directory, with given flags. */
struct compile_command *commands_for_file(const char *file, char **flags);

/** Keep command number i as number `kept`. Commands that are not kept gather behind, where
 *  g_ptr_array_set_size releases them. */
void commands_keep(GPtrArray *commands, guint kept, guint i);

/** @return the common directory of all directories and sources of the commands; release with
 *  g_free. */
char *commands_root(const GPtrArray *commands);

/**
 * Set the arguments of a command whose directory is set. Replaces each "@FILE" by the arguments in
 * that file. A file that cannot be read, or would take too much memory, is the command's problem.
 *
 * @param argv   copied; the first is the compiler's name, whatever it begins with
 * @param memory what response files took so far, of all commands that are kept: 0 before the first
 */
void commands_expand_responses(struct compile_command *command, char **argv, size_t *memory);

/** @return the command line of a command behind launchers such as ccache and env: its compiler, and
 *  the arguments; borrowed. */
char **commands_compiler(const struct compile_command *command);

/** @return whether a program runs the compiler named after it, as ccache does, by its name. */
bool commands_is_launcher(const char *program);

/** @return whether a command enables OpenMP. */
bool commands_is_openmp(const struct compile_command *command);

/** @return whether a command makes every function call hooks, which the source does not show. */
bool commands_is_instrumented(const struct compile_command *command);

/** @return whether a command makes code for shared libraries, in which a call of a function may
 * reach the definition of another library or of the program. */
bool commands_is_interposable(const struct compile_command *command);

/** @return whether a command makes a precompiled header, which is no translation unit. */
bool commands_makes_header(const struct compile_command *command);

/** @return the language that -x sets for a command; borrowed, NULL if it sets none. */
const char *commands_language(const struct compile_command *command);

/** @return whether a command compiles C++, by compiler, -x and name of the file. */
bool commands_is_cplusplus(const struct compile_command *command);

/** @return whether a compiler of this name or path compiles C++. */
bool commands_is_cplusplus_driver(const char *program);

/** @return whether a command's source is assembler, by -x and name of the file. */
bool commands_assembles(const struct compile_command *command);

/** @return whether a file is assembler, by its name. */
bool commands_is_assembler(const char *file);

#endif
