/*
 * The functions of a program that its shared libraries may call by name: those that it exports and
 * that a library refers to, as one that calls `xmalloc` and leaves it to the program, or that finds
 * the program's `crc32` before its own.
 */
#ifndef CGMERGE_PROGRAMS_LIBRARY_NAMES_H
#define CGMERGE_PROGRAMS_LIBRARY_NAMES_H

#include <glib.h>

/** The files of one program. */
struct library_use {
    GPtrArray *own;     /**< of char *: the program, and the libraries of which there are graphs */
    GPtrArray *others;  /**< of char *: libraries that have code without a graph */
    GPtrArray *missing; /**< of char *: names of libraries that were not found */
};

/**
 * Find these functions, also under the other names that they have in the file. Where a library was
 * not found or cannot be read, these are all that is exported, which a note says. A function that
 * the program exports because of a library (it does not export everything) counts too if no library
 * that was found has anything to do with it: the program was linked with another one.
 *
 * @param out receives the names, char * that it must free, and which libraries refer to them:
 *            "runtime" (the C library or the runtime of a language) or "library", borrowed
 */
void library_names_add(GHashTable *out, const struct library_use *use);

/** The same of the files themselves, of which there are graphs of all: of the libraries that they
 *  need, the others. @param own as in struct library_use; one that is not there has none */
void library_names_of(GHashTable *out, GPtrArray *own);

#endif
