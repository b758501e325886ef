/*
 * Whether debug information may be passed to libdw, which has no bound of its own: files can be
 * made so that it takes all memory, or hours.
 */
#ifndef CLI_DEBUG_BOUNDS_H
#define CLI_DEBUG_BOUNDS_H

/**
 * libdw takes memory for all bytes of debug sections once they are unpacked, and for each unit
 * memory for the abbreviations and lines that it refers to. Those of honest units are their own, or
 * they are few.
 *
 * @param descriptor of an ELF file, the caller's; its offset does not matter
 * @return NULL if it may; otherwise why not, static: "its debug information ...". O(size of the
 * file)
 */
const char *debug_bounds_exceeded(int descriptor);

#endif
