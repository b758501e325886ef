/*
 * Tells which options of command lines collecting leaves out.
 */
#ifndef CGCOLLECT_DRIVER_LEFT_OUT_H
#define CGCOLLECT_DRIVER_LEFT_OUT_H

#include "commands/commands.h"

/** Print a note for each distinct option of the commands that is left out because it may run code
 * or write files. */
void left_out_note(const GPtrArray *commands);

#endif
