/*
 * Headers that gcc has precompiled (x.h.gch). It needs no x.h beside such a file; clang reads none
 * of them, and needs the header that it was made from.
 */
#ifndef CGCOLLECT_COMMANDS_CLEANING_PRECOMPILED_H
#define CGCOLLECT_COMMANDS_CLEANING_PRECOMPILED_H

#include "commands/commands.h"

/**
 * Find the header behind the operand of -include.
 *
 * @return its path if there is no header of that name, but a precompiled one, which says from which
 *         file it was made; release with g_free. NULL: include what was named
 */
char *precompiled_source(const struct compile_command *command, const char *name);

#endif
