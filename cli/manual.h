/*
 * Manual pages, made of the table that --help is made of.
 */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli.h"

/** Print the manual page of a command, in section 1, as roff with the man macros. It depends on
 *  nothing but the command and the version. */
void manual_print(const struct cli_command *command);

/**
 * Print a page of another section.
 *
 * @param name    what it is about: "mcg"
 * @param section "5"
 * @param summary one line, as in the section NAME
 * @param text    what it says, laid out as manual_text.h describes
 */
void manual_print_text(const char *name, const char *section, const char *summary,
                       const char *text);

#endif
