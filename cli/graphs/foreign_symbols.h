/*
 * The functions that code without a graph calls by name: assembler, libraries that others built.
 */
#ifndef CLI_FOREIGN_SYMBOLS_H
#define CLI_FOREIGN_SYMBOLS_H

#include <glib.h>
#include <stdbool.h>

/**
 * Add the symbols that the objects of a file refer to and do not define. Objects that name a graph
 * (graph_notes.h) are left out unless their symbols were changed, and so are shared libraries. A
 * file that is no object or archive, or cannot be read, adds nothing.
 *
 * @param names receives char *, which it must free
 * @param changed receives notes of objects with graphs whose symbols are no longer what the
 * compiler made them, char *, which it must free; may be NULL
 * @param redefined symbols that the linker defines otherwise than objects do, char *: those are
 * changed that define one; may be NULL
 * @param path  of an object, or of an archive. O(size of the symbol tables)
 * @return false if the file is neither of these nor a program or shared library, or some object has
 *         its symbols elsewhere, as those for link-time optimisation, or was changed
 */
bool foreign_symbols_add(GHashTable *names, GPtrArray *changed, GHashTable *redefined,
                         const char *path);

/** Add the symbols at the address where a program starts.
 *  @param path of the program; one that is stripped, or no ELF file, adds nothing */
void foreign_symbols_add_start(GHashTable *names, const char *path);

/** Keep only those of the names that a program defines.
 *  @param path of the program; if it is stripped, nothing says which those are: all names stay */
void foreign_symbols_keep(GHashTable *names, const char *path);

#endif
