/*
 * Finds the graphs of a program of a build: what the build links into it (link_steps.h), and the
 * graphs that cgcollect -p made for these objects (collect_record.h).
 */
#ifndef CGMERGE_PROGRAMS_PROGRAMS_H
#define CGMERGE_PROGRAMS_PROGRAMS_H

#include "programs/carried.h"

/** A program that is looked for. */
struct program_wish {
    const char *build;  /**< directory of the build, or its database */
    const char *name;   /**< of the program, or the end of its path; NULL: the only one */
    const char *graphs; /**< output directory of cgcollect; NULL: mcg in or beside the build */
};

/**
 * Find the graphs of a program, with those of its libraries. Reports errors.
 *
 * @param inputs  receives the paths
 * @param carried zero or used before; release with carried_clear
 * @return CLI_OK or CLI_TROUBLE
 */
int programs_add(GPtrArray *inputs, struct carried *carried, const struct program_wish *wish);

/** Print the names of the programs of a build, one a line. @return CLI_OK or CLI_TROUBLE */
int programs_list(const struct program_wish *wish);

#endif
