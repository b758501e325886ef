/*
 * Texts that can be shown in a line.
 */
#ifndef STRINGS_PRINTABLE_H
#define STRINGS_PRINTABLE_H

#include <stdbool.h>

/** Whether a terminated text has none of the characters that end lines, control terminals or change
 *  the direction of writing: C0, DEL, C1, separators and marks, as cli_is_control of the tools. */
bool printable(const char *text);

#endif
