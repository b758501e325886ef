/*
 * Variables of the environment that make compilers write reports. Users set them for their builds:
 * collecting must not write these files again.
 */
#ifndef CGCOLLECT_COMMANDS_COMPILERS_REPORT_VARIABLES_H
#define CGCOLLECT_COMMANDS_COMPILERS_REPORT_VARIABLES_H

/** Their names, ended by NULL. */
extern const char *const report_variables[];

#endif
