/*
 * The files of the project that a source is made of: itself, and those that it and its options
 * include by their names. Nothing is preprocessed: a file counts although its #include may be
 * skipped. Headers of the system do not count.
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_PROJECT_FILES_H
#define CGCOLLECT_COMMANDS_COMPILERS_PROJECT_FILES_H

#include "commands/commands.h"

/** Called with each file. @param path absolute @param text has spaces in place of null characters,
 *  which compilers pass over @return whether to go on */
typedef bool project_files_visitor(void *user, const char *path, const char *text);

/** Visit the files of a command, each once. @return false: there are more, which were not visited
 */
bool project_files_visit(const struct compile_command *command, project_files_visitor *visitor,
                         void *user);

#endif
