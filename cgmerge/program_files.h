/*
 * Which source files are in which of the programs that were given.
 *
 * What a program was linked from is known, so is that two programs have no file in common. Files of
 * graphs that were given otherwise, or that a shared library has, may be in any program.
 */
#ifndef CGMERGE_PROGRAM_FILES_H
#define CGMERGE_PROGRAM_FILES_H

#include <glib.h>

#include <libcg/merge.h>

/** Source files, by program. */
struct program_files;

struct program_files *program_files_new(void);

/** Note the files that define the functions of a graph.
 *  @param programs of guint: the programs that have the graph; NULL: any may have it */
void program_files_add(struct program_files *files, const struct cg_graph *graph,
                       const GArray *programs);

/** @return what linking and merging ask; borrowed; NULL of NULL */
const struct cg_programs *program_files_known(struct program_files *files);

/** NULL is allowed. */
void program_files_free(struct program_files *files);

#endif
