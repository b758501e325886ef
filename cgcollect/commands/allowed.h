/*
 * Which options of a command line collecting uses. Command lines may be untrusted, so only
 * options that are known pass; the tables in allowed.c have them.
 */
#ifndef CGCOLLECT_COMMANDS_ALLOWED_H
#define CGCOLLECT_COMMANDS_ALLOWED_H

#include <glib.h>
#include <stdbool.h>

/**
 * Read the option at argv.
 *
 * @param used    receives the words to pass to clang, to release with g_free: those of an option
 *                that changes how the source is read or what code it gives. OpenMP is "-fopenmp"
 * @param refused receives the name, to release with g_free, of an option that is neither used nor
 *                known to be needless: it may run code or write files
 * @return how many words it takes
 */
size_t commands_read_option(char **argv, GPtrArray *used, GPtrArray *refused);

/** @return whether an option that is used takes the word after it as operand. */
bool commands_used_takes_operand(const char *option);

#endif
