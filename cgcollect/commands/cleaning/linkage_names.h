/*
 * Linkage names of C++ that differ between compilers: a graph has those of the program.
 */
#ifndef CGCOLLECT_COMMANDS_CLEANING_LINKAGE_NAMES_H
#define CGCOLLECT_COMMANDS_CLEANING_LINKAGE_NAMES_H

#include "commands/commands.h"

/** @return whether the compiler of a command leaves the constraints of templates out of linkage
 *  names, as far as its name, its path or its answer tell. */
bool names_lack_constraints(const struct compile_command *command);

#endif
