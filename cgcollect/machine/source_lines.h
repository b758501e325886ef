/*
 * The lines of source that instructions of an object file are from, by its debug information.
 */
#ifndef CGCOLLECT_MACHINE_LINES_H
#define CGCOLLECT_MACHINE_LINES_H

#include <stdint.h>

struct lines;

/** A line of source. */
struct machine_line {
    const char *file; /**< as the debug information names it, borrowed; NULL: unknown */
    int line;
    int column; /**< 0: unknown */
};

/** @param descriptor of the object file, the caller's @param why receives why debug information is
 *  not read, static; else it is left alone @return release with lines_free */
struct lines *lines_read(int descriptor, const char **why);

/** @return 0, or as errno why the system did not let all lines be read, until now */
int lines_failure(const struct lines *lines);

/** Release. NULL is allowed. */
void lines_free(struct lines *lines);

/** @param section ELF's number @return the line */
struct machine_line lines_at(struct lines *lines, uint32_t section, uint64_t offset);

#endif
