/*
 * Which source files are never in one program.
 *
 * Two files that define `main` are of two programs. Others may be known to be from what was linked
 * (struct cg_programs). Functions of one name tell nothing: a program and its shared library may
 * each have their own.
 */
#ifndef GRAPH_FILE_PROGRAMS_H
#define GRAPH_FILE_PROGRAMS_H

#include "graph/graph.h"

#include <libcg/merge.h>

struct file_programs {
    const struct cg_graph *graph;
    const struct cg_programs *known; /**< or NULL */
    bool *steady;                    /**< source_files_steady */
    bool *mains;                     /**< by string: a file that defines the `main` of a program */
    bool several;                    /**< some files may be of different programs */
};

/** @param known may be NULL; borrowed @param out release with file_programs_free
 *  @return false when memory is exhausted. O(strings + nodes named main). */
bool file_programs_find(struct file_programs *out, const struct cg_graph *graph,
                        const struct cg_programs *known);

void file_programs_free(struct file_programs *files);

/** @return the file that all code of a function is in, whichever program has it; CG_NO_STRING:
 *  unknown, or several. O(kinds there + its definitions). */
uint32_t file_programs_of(const struct file_programs *files, cg_node node);

/** @return file_programs_of of each node, to release with free(); NULL when memory is exhausted.
 *  O(nodes + kinds there). */
uint32_t *file_programs_by_node(const struct file_programs *files);

/** @return whether no program has both files. CG_NO_STRING: it may be any file. O(1). */
bool file_programs_differ(const struct file_programs *files, uint32_t file, uint32_t other);

#endif
