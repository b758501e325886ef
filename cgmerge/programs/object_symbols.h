/*
 * The symbols by which a linker chooses members of archives.
 */
#ifndef CGMERGE_PROGRAMS_OBJECT_SYMBOLS_H
#define CGMERGE_PROGRAMS_OBJECT_SYMBOLS_H

#include <glib.h>
#include <stdbool.h>

/** The symbols of an object or a shared library. */
struct object_symbols {
    GHashTable *defined;   /**< set of char * */
    GHashTable *undefined; /**< set of char *: those that must be defined; not the weak ones */
};

/** Read them. @return NULL if the file is no object with symbols, such as one for link-time
 *  optimisation; release with object_symbols_free */
struct object_symbols *object_symbols_read(const char *path);

/** Release. NULL is allowed. */
void object_symbols_free(struct object_symbols *symbols);

#endif
