/*
 * Programs that read the files that they consist of, in memory: symbols and relocations of ELF.
 */
#ifndef RESOLVE_OWN_FILES_H
#define RESOLVE_OWN_FILES_H

#include "points_to/solved_program.h"

/**
 * After facts are read, before calls are bound: find out whether the program reads symbols or
 * relocations of its own files, and what it may find by them.
 * @param finds  receives whether it finds what it exports
 * @param finder receives the library function that says where the files are; CG_NONE: a variable
 *               does, or the program reads none
 * @return CG_OK, CG_E_LIMIT or CG_E_MEMORY. O(nodes and slots)
 */
int own_files_read(bool *finds, cg_node *finder, struct program *program, struct cg_error *error);

#endif
