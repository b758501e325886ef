/*
 * Functions of the program that allocate, as `xmalloc`, `zcalloc` or `xrealloc` do: each call
 * returns memory that the allocator below has just made for it, or one of its arguments. Memory of
 * all calls as one object would be used as all records of the program.
 */
#ifndef FACTS_ALLOCATORS_H
#define FACTS_ALLOCATORS_H

#include "points_to/solved_program.h"

/**
 * Find them, before facts are read: `allocates` and `returns` of the functions. One allocates if
 * nothing but its result keeps the memory, nothing is written to it, and its result is nothing
 * else than that memory and its arguments.
 *
 * @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(bytes of facts) for each function that
 *         such functions call one after the other
 */
int allocators_find(struct program *program, struct cg_error *error);

#endif
