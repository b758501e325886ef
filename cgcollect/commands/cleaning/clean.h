/*
 * Command lines for libclang and for clang, made from those of a build, whose options may do harm.
 */
#ifndef CGCOLLECT_COMMANDS_CLEANING_CLEAN_H
#define CGCOLLECT_COMMANDS_CLEANING_CLEAN_H

#include "commands/commands.h"

/**
 * Convert a command's arguments for libclang: without a launcher, with one input and no output, and
 * only with options known to matter to the source (allowed.h).
 *
 * @param resource_dir used unless the command names one; may be NULL
 * @return a new argument vector; release with g_strfreev
 */
char **commands_clean(const struct compile_command *command, const char *resource_dir);

/**
 * Convert a command's arguments so that the clang driver writes bitcode to standard output:
 * unoptimised, with source places and types of virtual calls, nothing folded.
 *
 * @param clang path of the driver
 * @return a new argument vector; release with g_strfreev
 */
char **commands_for_ir(const struct compile_command *command, const char *clang);

/**
 * Convert a command's arguments so that the clang driver assembles its source, with lines of the
 * source, to IR_OUTPUT.
 *
 * @param clang path of the driver
 * @return a new argument vector; release with g_strfreev
 */
char **commands_for_assembling(const struct compile_command *command, const char *clang);

/** @return the names of the options of a command that are left out although they are not known to
 * be needless: they may run code or write files; as often as they are given. Release with
 *  g_ptr_array_unref */
GPtrArray *commands_refused(const struct compile_command *command);

#endif
